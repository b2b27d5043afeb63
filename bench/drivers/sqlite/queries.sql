-- Schema, joins, aggregates, subqueries, compound selects.
CREATE TABLE dept(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, budget REAL DEFAULT 100.5 CHECK (budget >= 0));
CREATE TABLE person(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT COLLATE NOCASE, dept INTEGER REFERENCES dept(id) ON DELETE SET NULL,
  boss INTEGER REFERENCES person(id), salary INT, hired DATE, full TEXT GENERATED ALWAYS AS (name || '#' || id) VIRTUAL, double INT AS (salary*2) STORED);
CREATE INDEX person_dept ON person(dept, salary DESC);
CREATE UNIQUE INDEX person_lower ON person(lower(name)) WHERE name IS NOT NULL;
INSERT INTO dept(id, name, budget) VALUES(1,'research',1000),(2,'sales',500.25),(3,'legal',0);
INSERT INTO dept(name) VALUES('empty') RETURNING id, budget;
INSERT INTO person(name, dept, boss, salary, hired) VALUES('Ann',1,NULL,9000,'2001-02-03'),('bob',1,1,5000,'2003-04-05'),('Cid',1,1,5000,'2010-10-10'),
 ('dora',2,1,4000,'1999-12-31'),('Eve',2,4,3500,'2020-02-29'),('Finn',3,1,6000,NULL),('gus',NULL,6,NULL,'2000-01-01'),(NULL,2,4,100,'2005-05-05');
SELECT * FROM person ORDER BY name NULLS LAST;
SELECT d.name, count(p.id), sum(salary), avg(salary), min(p.name), max(hired), total(salary), group_concat(p.name, '/') FROM dept d LEFT JOIN person p ON p.dept=d.id GROUP BY d.id HAVING count(*)>0 ORDER BY 2 DESC, 1;
SELECT a.name, b.name FROM person a JOIN person b ON a.boss=b.id WHERE a.salary < b.salary/2 ORDER BY a.name;
SELECT name FROM person WHERE dept IN (SELECT id FROM dept WHERE budget > 400) AND salary NOT BETWEEN 3600 AND 4500 ORDER BY name;
SELECT name, (SELECT count(*) FROM person q WHERE q.boss=p.id) AS reports FROM person p WHERE EXISTS(SELECT 1 FROM person q WHERE q.boss=p.id);
SELECT d.name, p.name FROM dept d FULL OUTER JOIN person p ON d.id=p.dept ORDER BY 1, 2;
SELECT d.name, p.name FROM dept d RIGHT JOIN person p ON d.id=p.dept WHERE p.id>4 ORDER BY p.id;
SELECT count(*) FROM dept CROSS JOIN person; SELECT count(*) FROM dept NATURAL JOIN (SELECT id, 1 AS x FROM person);
SELECT name FROM dept JOIN (SELECT dept AS id, salary FROM person) USING(id) ORDER BY salary DESC LIMIT 3 OFFSET 1;
SELECT salary FROM person UNION SELECT budget FROM dept ORDER BY 1; SELECT salary FROM person INTERSECT SELECT 5000; SELECT id FROM person EXCEPT SELECT boss FROM person;
SELECT DISTINCT dept FROM person ORDER BY dept DESC; SELECT count(DISTINCT salary) FROM person; SELECT count(*) FILTER (WHERE salary>4000) FROM person;
SELECT CASE WHEN salary IS NULL THEN 'none' WHEN salary>5000 THEN 'high' ELSE 'low' END AS band, count(*) FROM person GROUP BY band ORDER BY band;
SELECT CASE dept WHEN 1 THEN 'a' WHEN 2 THEN 'b' END, name LIKE '%N%', name GLOB '*n', name || '', typeof(hired), coalesce(salary, -1), nullif(dept, 2), iif(dept=1, 'x', 'y') FROM person;
SELECT name FROM person WHERE (dept, salary) = (1, 5000) ORDER BY id; SELECT name FROM person WHERE (dept, salary) > (1, 5000); VALUES(1,2),(3,4);
SELECT name FROM person WHERE name='BOB' OR dept=3 OR salary=100 OR hired>'2015'; SELECT 5 IN (), NULL IN (1), 1 IN (1,NULL), 2 NOT IN (1,NULL);
SELECT max(salary), name FROM person; SELECT name, salary FROM person INDEXED BY person_dept WHERE dept=1; SELECT sum(salary), dept FROM person GROUP BY 2 ORDER BY min(hired);
-- Windows.
SELECT name, salary, row_number() OVER w, rank() OVER w, dense_rank() OVER w, percent_rank() OVER w, cume_dist() OVER w, ntile(3) OVER w FROM person WINDOW w AS (ORDER BY salary) ORDER BY salary, id;
SELECT name, lag(name,1,'-') OVER (PARTITION BY dept ORDER BY id), lead(name,2) OVER (ORDER BY id), first_value(name) OVER (PARTITION BY dept ORDER BY salary DESC), last_value(id) OVER (ORDER BY id), nth_value(name,2) OVER (ORDER BY id) FROM person ORDER BY id;
SELECT id, sum(id) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING), avg(id) OVER (ORDER BY id RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW), count(*) OVER (ORDER BY dept GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE TIES), min(id) OVER (ORDER BY id DESC ROWS UNBOUNDED PRECEDING), group_concat(id,'.') FILTER (WHERE id%2) OVER (ORDER BY id) FROM person ORDER BY id;
-- Common table expressions.
WITH RECURSIVE chain(id, name, depth) AS (SELECT id, name, 0 FROM person WHERE boss IS NULL UNION ALL SELECT p.id, p.name, depth+1 FROM person p JOIN chain c ON p.boss=c.id) SELECT printf('%*s%s', depth*2, '', name) FROM chain ORDER BY depth, id;
WITH RECURSIVE fib(a,b) AS (VALUES(0,1) UNION ALL SELECT b,a+b FROM fib LIMIT 40) SELECT max(a), count(*) FROM fib;
WITH RECURSIVE xaxis(x) AS (VALUES(-2.0) UNION ALL SELECT x+0.05 FROM xaxis WHERE x<1.2), yaxis(y) AS (VALUES(-1.0) UNION ALL SELECT y+0.1 FROM yaxis WHERE y<1.0),
 m(iter,cx,cy,x,y) AS (SELECT 0,x,y,0.0,0.0 FROM xaxis,yaxis UNION ALL SELECT iter+1,cx,cy,x*x-y*y+cx,2.0*x*y+cy FROM m WHERE (x*x+y*y)<4.0 AND iter<28),
 m2(iter,cx,cy) AS (SELECT max(iter),cx,cy FROM m GROUP BY cx,cy), a(t) AS (SELECT group_concat(substr(' .+*#',1+min(iter/7,4),1),'') FROM m2 GROUP BY cy) SELECT group_concat(rtrim(t),x'0a') FROM a;
WITH a AS MATERIALIZED (SELECT id FROM dept), b AS NOT MATERIALIZED (SELECT id*2 AS id FROM a) SELECT * FROM a JOIN b USING(id);
WITH RECURSIVE input(sud) AS (VALUES('53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79')), digits(z,lp) AS (VALUES('1',1) UNION ALL SELECT CAST(lp+1 AS TEXT),lp+1 FROM digits WHERE lp<9),
 x(s,ind) AS (SELECT sud, instr(sud,'.') FROM input UNION ALL SELECT substr(s,1,ind-1)||z||substr(s,ind+1), instr(substr(s,1,ind-1)||z||substr(s,ind+1),'.') FROM x, digits AS z WHERE ind>0 AND NOT EXISTS (SELECT 1 FROM digits AS lp
 WHERE z.z=substr(s,((ind-1)/9)*9+lp,1) OR z.z=substr(s,((ind-1)%9)+(lp-1)*9+1,1) OR z.z=substr(s,(((ind-1)/3)%3)*3+((ind-1)/27)*27+lp+((lp-1)/3)*6,1))) SELECT s FROM x WHERE ind=0;
-- Plans.
EXPLAIN QUERY PLAN SELECT * FROM person p JOIN dept d ON p.dept=d.id WHERE p.salary>1000 ORDER BY d.name; EXPLAIN SELECT name FROM person WHERE id=3;
ANALYZE; SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY 1,2; SELECT count(*) FROM sqlite_stat4; EXPLAIN QUERY PLAN SELECT * FROM person WHERE dept=1 AND salary>10 OR name='x';
CREATE TABLE series(k INTEGER PRIMARY KEY, a INT, b INT, c TEXT); WITH RECURSIVE n(x) AS (VALUES(1) UNION ALL SELECT x+1 FROM n WHERE x<4000) INSERT INTO series SELECT x, x*7919%1009, x*31%17, substr('abcdefghijklmnopqrstuvwxyz', x%20+1, x%6) FROM n;
CREATE INDEX series_a ON series(a); CREATE INDEX series_bc ON series(b,c); ANALYZE series;
SELECT count(*), sum(k) FROM series WHERE a BETWEEN 100 AND 200 AND b<5; SELECT count(*) FROM series s JOIN series t ON s.a=t.k WHERE t.b=3; SELECT b, count(*), max(c) FROM series GROUP BY b ORDER BY count(*), b LIMIT 5;
SELECT count(*) FROM series WHERE a=5 OR b=6 OR c='bcd'; SELECT k FROM series WHERE b=3 AND c>'m' ORDER BY c, k LIMIT 4; SELECT c, sum(a) FROM series WHERE c LIKE 'ab%' GROUP BY c; SELECT x.k FROM series x, series y, series z WHERE x.a=y.k AND y.a=z.k AND z.b=1 AND x.b=2 ORDER BY 1 LIMIT 6;
SELECT DISTINCT b FROM series ORDER BY b DESC LIMIT 3; SELECT count(*) FROM (SELECT a,b FROM series GROUP BY a,b HAVING count(*)>0); SELECT k FROM series ORDER BY c DESC, b, a LIMIT 5 OFFSET 100; SELECT min(a), max(a) FROM series WHERE b=4;
REINDEX; PRAGMA integrity_check; PRAGMA foreign_key_check; PRAGMA optimize;
