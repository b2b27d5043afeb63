-- Floating-point numbers: five bodies that attract each other, and an integral.

local function body(x, y, z, vx, vy, vz, mass)
  return { x = x, y = y, z = z, vx = vx, vy = vy, vz = vz, mass = mass }
end

local bodies = {
  body(0, 0, 0, 0, 0, 0, 40),
  body(5, -1, 0, 0.5, 2.5, 0, 0.04),
  body(8, 4, -0.5, -1.5, 2, 0.01, 0.01),
  body(13, -15, 0.2, 1, 0.8, -0.01, 0.002),
  body(15, -26, 0.1, 0.9, 0.6, -0.03, 0.002),
}

local function advance(step)
  for i, one in ipairs(bodies) do
    for k = i + 1, #bodies do
      local other = bodies[k]
      local dx, dy, dz = one.x - other.x, one.y - other.y, one.z - other.z
      local squared = dx * dx + dy * dy + dz * dz
      local pull = step / (squared * math.sqrt(squared))
      one.vx, one.vy, one.vz = one.vx - dx * other.mass * pull, one.vy - dy * other.mass * pull, one.vz - dz * other.mass * pull
      other.vx, other.vy, other.vz = other.vx + dx * one.mass * pull, other.vy + dy * one.mass * pull, other.vz + dz * one.mass * pull
    end
  end
  for _, one in ipairs(bodies) do
    one.x, one.y, one.z = one.x + step * one.vx, one.y + step * one.vy, one.z + step * one.vz
  end
end

for _ = 1, 12000 do
  advance(0.001)
end

local integral, steps = 0.0, 200000
for i = 1, steps do
  local x = (i - 0.5) / steps
  integral = integral + 4 / (1 + x * x) + math.floor(x * 8) % 2 - (x ^ 3)
end
print(("%.9f %.9f %.9f"):format(bodies[1].x, bodies[2].y, integral / steps))
