-- Joins, groups, windows, subqueries, sorting and set operations over two tables.
CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT, city INTEGER);
CREATE TABLE sale(id INTEGER PRIMARY KEY, person INTEGER, day INTEGER, amount REAL);
CREATE INDEX sale_person ON sale(person);
WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 700)
  INSERT INTO person SELECT i, 'person ' || (i * 31 % 701), i % 13 FROM n;
WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 9000)
  INSERT INTO sale SELECT i, i * 17 % 700 + 1, i * i % 365, i % 257 * 0.5 FROM n;
SELECT city, count(*), round(sum(amount), 1) FROM person JOIN sale ON sale.person = person.id GROUP BY city ORDER BY 3 DESC;
SELECT name, (SELECT count(*) FROM sale WHERE person = person.id AND amount > 100) FROM person ORDER BY 2 DESC, name LIMIT 5;
SELECT max(running), max(place) FROM (
  SELECT sum(amount) OVER (PARTITION BY person ORDER BY day, id) AS running, rank() OVER (ORDER BY amount) AS place FROM sale);
SELECT count(*) FROM (SELECT day FROM sale WHERE amount > 90 INTERSECT SELECT day FROM sale WHERE person < 300);
SELECT count(*) FROM sale a JOIN sale b ON a.day = b.day AND a.id < b.id WHERE a.day < 40;
SELECT day % 7, avg(amount), group_concat(id % 10, '') LIKE '%12345%' FROM sale GROUP BY 1 HAVING count(*) > 10;
SELECT DISTINCT amount FROM sale ORDER BY amount * 37 % 11, amount LIMIT 8;
SELECT count(*) FROM person WHERE EXISTS (SELECT 1 FROM sale WHERE person = person.id AND day BETWEEN 100 AND 103);
