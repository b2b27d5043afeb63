-- Sorting: by the library, with a comparison, and by an own heap.

local state = 12345
local function random(n)
  state = (state * 1103515245 + 12345) % 2147483648
  return state // 65536 % n
end

local function fill(count)
  local list = {}
  for i = 1, count do
    list[i] = random(100000)
  end
  return list
end

local function sift(list, from, last)
  local value = list[from]
  while true do
    local child = 2 * from
    if child > last then break end
    if child < last and list[child] < list[child + 1] then child = child + 1 end
    if list[child] <= value then break end
    list[from] = list[child]
    from = child
  end
  list[from] = value
end

local function heap_sort(list)
  local count = #list
  for i = count // 2, 1, -1 do
    sift(list, i, count)
  end
  for last = count, 2, -1 do
    list[1], list[last] = list[last], list[1]
    sift(list, 1, last - 1)
  end
end

local function digest(list)
  local sum = 0
  for i, value in ipairs(list) do
    sum = (sum * 31 + value * i) % 1000000007
  end
  return sum
end

local plain, by_digits, own = fill(60000), fill(20000), fill(40000)
table.sort(plain)
table.sort(by_digits, function(a, b)
  local x, y = a % 1000, b % 1000
  return x < y or x == y and a < b
end)
heap_sort(own)
print(digest(plain), digest(by_digits), digest(own))
