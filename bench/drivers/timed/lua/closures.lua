-- Functions as values: closures, coroutines, metatables, recursion.

local function compose(...)
  local parts = { ... }
  return function(value)
    for _, part in ipairs(parts) do
      value = part(value)
    end
    return value
  end
end

local function adder(n)
  return function(x) return (x + n) % 1000003 end
end

local chain = compose(adder(3), adder(5), function(x) return x * 3 % 1000003 end, adder(7))
local value = 1
for _ = 1, 100000 do
  value = chain(value)
end

local function fibonacci(n)
  return n < 2 and n or fibonacci(n - 1) + fibonacci(n - 2)
end

local Shape = {}
Shape.__index = Shape
function Shape.new(width, height) return setmetatable({ width = width, height = height }, Shape) end
function Shape:area() return self.width * self.height end
function Shape:grow(by)
  self.width, self.height = self.width + by, self.height + by
  return self
end
Shape.__add = function(a, b) return Shape.new(a.width + b.width, a.height) end
Shape.__eq = function(a, b) return a:area() == b:area() end

local Square = setmetatable({}, { __index = Shape })
Square.__index = Square
function Square.new(side) return setmetatable({ width = side, height = side }, Square) end

local areas = 0
for i = 1, 50000 do
  local one = i % 2 == 0 and Shape.new(i % 7, 3) or Square.new(i % 5)
  areas = areas + one:grow(1):area()
  if i % 10 == 0 then areas = areas + (Shape.new(1, 2) + one):area() end
end

local function numbers(limit)
  return coroutine.wrap(function()
    for i = 1, limit do
      coroutine.yield(i)
    end
  end)
end

local odd = 0
for i in numbers(60000) do
  odd = odd + i % 2
end

local failures = 0
for i = 1, 20000 do
  if not pcall(function() if i % 3 == 0 then error("third") end end) then failures = failures + 1 end
end
print(value, fibonacci(25), areas, odd, failures)
