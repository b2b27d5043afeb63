-- Tables as arrays, as maps, as queues and as sets; a sieve and a matrix.

local function sieve(limit)
  local composite, found = {}, 0
  for i = 2, limit do
    if not composite[i] then
      found = found + 1
      for k = i * i, limit, i do
        composite[k] = true
      end
    end
  end
  return found
end

local function matrix(size, seed)
  local rows = {}
  for i = 1, size do
    rows[i] = {}
    for k = 1, size do
      rows[i][k] = (i * seed + k * k) % 17
    end
  end
  return rows
end

local function multiply(a, b, size)
  local product = {}
  for i = 1, size do
    local row, out = a[i], {}
    for k = 1, size do
      local sum = 0
      for j = 1, size do
        sum = sum + row[j] * b[j][k]
      end
      out[k] = sum
    end
    product[i] = out
  end
  return product
end

-- The lengths of the shortest ways in a graph where node i leads to 2i and 3i + 1, modulo its size.
local function distances(size)
  local distance, queue, first = { [1] = 0 }, { 1 }, 1
  while first <= #queue do
    local node = queue[first]
    first = first + 1
    for _, target in ipairs { 2 * node % size, (3 * node + 1) % size } do
      if not distance[target] then
        distance[target] = distance[node] + 1
        queue[#queue + 1] = target
      end
    end
  end
  local sum = 0
  for _, steps in pairs(distance) do
    sum = sum + steps
  end
  return #queue, sum
end

local function records(count)
  local by_name = {}
  for i = 1, count do
    by_name["record" .. i % 5000] = { number = i, half = i // 2, kind = i % 3 == 0 and "third" or "other" }
  end
  local sum = 0
  for i = 0, 4999 do
    local one = by_name["record" .. i]
    sum = sum + (one.kind == "third" and one.number or one.half)
  end
  return sum
end

local product = multiply(matrix(70, 3), matrix(70, 5), 70)
print(sieve(300000), product[1][1], product[70][35], records(60000))
print(distances(60000))
