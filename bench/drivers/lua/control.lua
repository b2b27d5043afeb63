-- Control flow, closures, goto, integer and float arithmetic, varargs, to-be-closed variables.
local function counter(step)
  local n = 0
  return function() n = n + step; return n end, function() return n end
end
local up, get = counter(3); up(); up(); print(get())
local fs = {}
for i = 1, 5 do local j = i * i; fs[i] = function(k) j = j + k; return i, j end end
for i = 1, 5 do fs[i](i); print(fs[i](10)) end

for i = 1, 3 do
  for j = 1, 3 do
    if j == 2 then goto continue end
    if i == 3 then goto done end
    io.write(i, ".", j, " ")
    ::continue::
  end
end
::done:: print()
local n = 0
repeat local stop = n >= 4; n = n + 1 until stop
while true do n = n - 1; if n < 2 then break end end
print(n)
for i = 10, 1, -3 do io.write(i, " ") end
for x = 0.0, 1.0, 0.25 do io.write(x, " ") end
for i = math.maxinteger - 1, math.maxinteger do io.write(i - math.maxinteger, " ") end
for i = 3, 1 do io.write("never") end
print(pcall(function() for i = 1, 10, 0 do end end))

local function va(...)
  local first, second = ...
  return select("#", ...), first, second, (...)
end
print(va(), va(1), va(1, nil, 3), (va(4, 5)))
local function tail(k, acc) if k == 0 then return acc end return tail(k - 1, acc + k) end
print(tail(100000, 0))
local function fib(k) if k < 2 then return k end return fib(k - 1) + fib(k - 2) end
print(fib(22))
local function ack(m, k) if m == 0 then return k + 1 elseif k == 0 then return ack(m - 1, 1) end return ack(m - 1, ack(m, k - 1)) end
print(ack(2, 9))

-- Arithmetic: each operator on integers, floats, mixed, and with constants on either side.
local values = { 0, 1, -1, 7, -7, 3.5, -3.5, 1e15, math.maxinteger, math.mininteger, 2 ^ 53 }
local out = {}
for _, a in ipairs(values) do
  for _, b in ipairs(values) do
    out[#out + 1] = tostring(a + b); out[#out + 1] = tostring(a - b); out[#out + 1] = tostring(a * b)
    out[#out + 1] = string.format("%.14g", a / b)
    out[#out + 1] = tostring(select(2, pcall(function() return a // b end)))
    out[#out + 1] = tostring(select(2, pcall(function() return a % b end))):gsub("%-nan", "nan")
    out[#out + 1] = tostring(a < b) .. tostring(a <= b) .. tostring(a == b) .. tostring(a ~= b)
    out[#out + 1] = tostring(select(2, pcall(function() return a & b, a | b, a ~ b end)))
    out[#out + 1] = tostring(select(2, pcall(function() return a << b end)))
  end
  out[#out + 1] = tostring(a + 1) .. tostring(2 - a) .. tostring(a * 3) .. tostring(a // 2) .. tostring(a % 3) .. tostring(-a)
  out[#out + 1] = tostring(a < 5) .. tostring(5 <= a) .. tostring(a == 7) .. tostring(a > 1.5)
end
local all = table.concat(out, " "):gsub("%-nan", "nan")
print(#out, checksum(all))
print(7 // 2, -7 // 2, 7 % -3, -7 % 3, 7.5 // 2, -7.5 % 2, 1e308 * 10, -1e308 * 10, 3 | 4, 5 ~ 1, ~0, 1 << 63, 1 << 64, -1 >> 1)
print(1 == 1.0, math.type(1), math.type(1.0), math.type("1"), 2 ^ 10, 10 / 2, 3 .. "", 1e100)
print(pcall(function() return 1 // 0 end), pcall(function() return 1 % 0 end), 1 // 0.0, pcall(function() return 1.5 | 1 end))
print(0x7fffffffffffffff + 1 == math.mininteger, 0xffffffffffffffff, 1e2, .5, 3., 0x.8p1, 0xA.8)

for _, f in ipairs { "floor", "ceil", "abs", "sqrt", "sin", "cos", "tan", "exp", "log", "asin", "acos", "atan", "tointeger" } do
  io.write(f, "=", string.format("%.6s ", tostring(math[f](0.5))))
end
print(math.max(3, 9, 2), math.min(3.5, -1), math.fmod(-7, 3), math.fmod(7.5, 2), math.modf(-3.7), math.ult(1, -1))
print(math.floor(-3.5), math.ceil(-3.5), math.tointeger("8"), math.tointeger(3.0), math.abs(math.mininteger), math.pi)
print(math.log(8, 2), math.log(1000, 10), math.log(81, 3), math.huge, -math.huge, pcall(math.floor, {}))
math.randomseed(42, 7)
local r = {}
for i = 1, 10 do r[i] = math.random(1, 1000) end
print(table.concat(r, " "), math.random(5) <= 5, math.random() < 1, pcall(math.random, 2, 1))

-- Constants, attributes, closing in order, also when an error passes.
local limit <const> = 10
local order = {}
local function closer(name) return setmetatable({}, { __close = function(_, e) order[#order + 1] = name .. ":" .. tostring(e) end }) end
local function body(fail)
  local a <close> = closer("a")
  local b <close> = closer("b")
  if fail then error("oops", 0) end
  return limit
end
print(body(false), pcall(body, true)); print(table.concat(order, " "))
for k in (function() local closed = closer("loop"); return function(_, i) i = (i or 0) + 1; if i < 3 then return i end end, nil, nil, closed end)() do io.write(k, " ") end
print(order[#order])

-- Logic, short circuits, comparison chains, deep nesting.
local function truth(x) return (x and "t" or "f") .. tostring(not x) end
print(truth(nil), truth(false), truth(0), truth(""), nil == false, 1 and 2, nil and 1, false or nil, 1 or error("no"))
local nested = {}
local cursor = nested
for i = 1, 50 do cursor[i] = { depth = i }; cursor = cursor[i] end
local depth = 0
cursor = nested
while next(cursor) do local _, nx = next(cursor); if type(nx) ~= "table" then for _, v in pairs(cursor) do if type(v) == "table" then nx = v end end end
  if type(nx) ~= "table" then break end cursor = nx; depth = depth + 1 end
print(depth)
print((function(...) return ... end)(1, 2, 3), #{ (function() return 1, 2, 3 end)() }, ({ (function() return 4, 5 end)(), 6 })[2])

-- Sieve, queens, matrix product: ordinary loops.
local sieve, primes = {}, 0
for i = 2, 20000 do
  if not sieve[i] then primes = primes + 1; for j = i * i, 20000, i do sieve[j] = true end end
end
print(primes)
local solutions, columns, up_, down = 0, {}, {}, {}
local function queens(row, size)
  if row > size then solutions = solutions + 1; return end
  for c = 1, size do
    if not (columns[c] or up_[row + c] or down[row - c]) then
      columns[c], up_[row + c], down[row - c] = true, true, true
      queens(row + 1, size)
      columns[c], up_[row + c], down[row - c] = nil, nil, nil
    end
  end
end
queens(1, 7); print(solutions)
local m = {}
for i = 1, 30 do m[i] = {}; for j = 1, 30 do m[i][j] = (i * j) % 11 - 5 end end
local trace = 0
for i = 1, 30 do for j = 1, 30 do local s = 0; for k = 1, 30 do s = s + m[i][k] * m[k][j] end; if i == j then trace = trace + s end end end
print(trace)
