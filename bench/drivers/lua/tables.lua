-- Tables, their library, metatables, inheritance, weak tables.
local t = { 5, 2, 8, 1, 9, 3 }
table.sort(t); print(table.concat(t, " "))
table.sort(t, function(a, b) return a > b end); print(table.concat(t, " ", 2, 4))
table.insert(t, 7); table.insert(t, 1, 0); print(table.remove(t), table.remove(t, 1), #t)
print(table.unpack({ 1, 2, 3 }, 2)); print(select("#", table.unpack({}, 1, 3)), select(-2, "a", "b", "c"))
print(table.concat(table.move({ 1, 2, 3, 4 }, 2, 4, 1), ","), table.concat(table.move({ 1, 2 }, 1, 2, 3, { 9, 9 }), ","))
local p = table.pack(nil, 2, nil); print(p.n, p[2], #t, rawlen(t), rawequal(t, t), next({}))
print(pcall(table.insert, t, 99, 1), pcall(table.concat, { 1, {}, 3 }), pcall(table.sort, { 3, 1, "x" }))
print(pcall(table.sort, { 1, 2, 3, 4, 5, 6, 7 }, function() return true end))

-- The array and hash parts growing and shrinking.
local big = {}
for i = 1, 5000 do big[i] = i * i end
for i = 1, 5000, 3 do big[i] = nil end
for i = 1, 500 do big["k" .. i] = i; big[i + 0.5] = -i; big[-i] = i end
local sum, n = 0, 0
for _, v in pairs(big) do sum = sum + v; n = n + 1 end
print(sum, n)
for k in pairs(big) do big[k] = nil end
print(next(big))

-- Every metamethod.
local V = {}
V.__index = V
local function vec(x, y) return setmetatable({ x = x, y = y }, V) end
local function two(name, f) V[name] = function(a, b)
  if type(a) == "number" then a = vec(a, a) end
  if type(b) == "number" then b = vec(b, b) end
  return vec(f(a.x, b.x), f(a.y, b.y))
end end
two("__add", function(a, b) return a + b end); two("__sub", function(a, b) return a - b end)
two("__mul", function(a, b) return a * b end); two("__div", function(a, b) return a / b end)
two("__mod", function(a, b) return a % b end); two("__pow", function(a, b) return a ^ b end)
two("__idiv", function(a, b) return a // b end); two("__band", function(a, b) return a & b end)
two("__bor", function(a, b) return a | b end); two("__bxor", function(a, b) return a ~ b end)
two("__shl", function(a, b) return a << b end); two("__shr", function(a, b) return a >> b end)
V.__unm = function(a) return vec(-a.x, -a.y) end
V.__bnot = function(a) return vec(~a.x, ~a.y) end
V.__len = function(a) return a.x + a.y end
V.__eq = function(a, b) return a.x == b.x and a.y == b.y end
V.__lt = function(a, b) return a.x < b.x end
V.__le = function(a, b) return a.x <= b.x end
V.__concat = function(a, b) return tostring(a) .. "~" .. tostring(b) end
V.__call = function(self, k) return self[k] end
V.__tostring = function(a) return "(" .. a.x .. "," .. a.y .. ")" end
V.__name = "Vector"
local a, b = vec(7, 12), vec(2, 5)
for _, r in ipairs { a + b, a - 1, 3 * b, a / b, a % b, a ^ b, a // b, a & b, a | b, a ~ b, b << 2, a >> 1, -a, ~b } do
  io.write(tostring(r), " ")
end
print(#a, a == b, a == vec(7, 12), a < b, a <= b, a > b, a .. b, a .. "s", 1 .. b, a("x"))

local log = {}
local proxy = setmetatable({}, {
  __index = function(_, k) log[#log + 1] = "get " .. tostring(k); return k .. "!" end,
  __newindex = function(_, k, v) log[#log + 1] = "set " .. tostring(k) .. "=" .. tostring(v) end,
  __pairs = function() return function(_, i) i = (i or 0) + 1; if i < 4 then return i, i * 10 end end, nil, nil end,
  __metatable = "locked",
})
proxy.a = 1; local _ = proxy.b
for k, v in pairs(proxy) do log[#log + 1] = k .. ":" .. v end
print(table.concat(log, ", "), getmetatable(proxy), pcall(setmetatable, proxy, {}))
print(rawget(proxy, "a"), rawset(proxy, "a", 5) == proxy, proxy.a)

-- Three levels of inheritance.
local Animal = {}; Animal.__index = Animal
function Animal.new(class, name) return setmetatable({ name = name }, class) end
function Animal:speak() return self.name .. " makes " .. self:sound() end
function Animal:sound() return "nothing" end
local Dog = setmetatable({}, Animal); Dog.__index = Dog
function Dog:sound() return "woof" end
local Puppy = setmetatable({}, Dog); Puppy.__index = Puppy
function Puppy:sound() return Dog.sound(self):rep(2, "-") end
for _, class in ipairs { Animal, Dog, Puppy } do print(Animal.new(class, "it"):speak()) end

-- Weak tables and finalizers.
local weak, finalized = setmetatable({}, { __mode = "k" }), 0
for i = 1, 100 do weak[setmetatable({}, { __gc = function() finalized = finalized + 1 end })] = i end
local values = setmetatable({ {}, {}, "string" }, { __mode = "v" })
local keep = {}; weak[keep] = "kept"
collectgarbage(); collectgarbage()
local left = 0
for _ in pairs(weak) do left = left + 1 end
print(finalized, left, weak[keep], values[1], values[3])

-- Userdata of the driver.
local list = newlist("numbers")
for i = 1, 20 do list:push(i / 2) end
print(#list, list[20], list.name, pcall(function() return list[21] end))
print(pcall(list.push, {}, 1))
do local closed <close> = newlist(); closed:push(1) end

-- Sorting by several keys: all steps seen in the checksum.
local rows, seed = {}, 7
for i = 1, 800 do
  seed = (seed * 16807) % 2147483647
  rows[i] = { seed % 10, ("%03d"):format(seed % 313), i }
end
table.sort(rows, function(x, y)
  if x[1] ~= y[1] then return x[1] < y[1] end
  if x[2] ~= y[2] then return x[2] > y[2] end
  return x[3] < y[3]
end)
local flat = {}
for i, r in ipairs(rows) do flat[i] = table.concat(r, "/") end
print(checksum(table.concat(flat, " ")))
