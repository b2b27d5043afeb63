-- Files, os, gc under load, require, serialisation.
local name = os.tmpname()
local f = assert(io.open(name, "w"))
print(io.type(f), io.type(5), f:write("line one\n", 2, " ", 3.5, "\nthird line\n\n0x1F -7.25e1 rest of it\nlast") == f)
print(f:seek("cur"), f:seek("set", 5), f:seek("end")); f:setvbuf("full", 512); f:flush(); f:close()
print(pcall(f.write, f, "x"), io.type(f))
for line in io.lines(name) do io.write("[", line, "]") end print()
for a, b in io.lines(name, 3, "L") do io.write("<", a, ":", tostring(b), ">") end print()
f = io.open(name); print(f:read("l", "n", "n", "l", "L", "l", "n", "n", "a", "a", "l")); f:close()
f = io.open(name, "rb"); print(f:read(0), f:read(4), #f:read("a"), f:read(0), f:read("a")); f:close()
f = io.open(name, "a+"); f:write("!appended"); f:seek("set"); print(#f:read("a")); f:close()
f = io.open(name, "r+"); f:write("LINE"); f:seek("set"); print(f:read()); f:close()
print(pcall(io.open, name, "bad mode"), io.open("/nonexistent/file"), pcall(io.lines, "/nonexistent/file"))
io.output(name); io.write("through default"); io.close(); io.output(io.stdout)
io.input(name); print(io.read("a")); io.close(io.input()); io.input(io.stdin)
do local g <close> = io.open(name); print(g:read(3)) end
local other = name .. ".moved"
print(os.rename(name, other), io.open(name) == nil, os.remove(other), (os.remove(other)))
local tmp = io.tmpfile(); tmp:write(("x"):rep(10000)); tmp:seek("set", 9990); print(#tmp:read("a")); tmp:close()
local pipe = io.popen("echo from a shell"); print(pipe:read("a"), pipe:close())
print(os.execute("exit 3"))

print(os.date("!%Y-%m-%d %H:%M:%S", 86400 * 365), os.date("!*t", 1e9).yday, os.date("!%c", 0), pcall(os.date, "%Ez", 0))
print(os.time { year = 2001, month = 9, day = 9, hour = 12 } - os.time { year = 2001, month = 9, day = 8, hour = 12 }, os.difftime(10, 4), pcall(os.time, { year = 2000 }))
print(type(os.clock()), type(os.time()), os.getenv("FMERGE_BENCH_UNSET"), os.setlocale("C"), os.setlocale(nil, "numeric"), os.setlocale("no such"))

-- Garbage: cycles, closures, long strings, under both collectors.
for _, mode in ipairs { "incremental", "generational" } do
  collectgarbage(mode)
  local ring
  for i = 1, 30000 do
    local node = { next = ring, value = ("v"):rep(i % 60), f = function() return i end }
    if i % 100 == 0 then node.next = nil end
    ring = node
  end
  local n, total = 0, 0
  while ring do n = n + 1; total = total + ring.f(); ring = ring.next end
  for _ = 1, 50 do collectgarbage("step", 1) end
  print(mode, n, total, collectgarbage("count") > 0)
end
collectgarbage("stop"); print(collectgarbage("isrunning")); collectgarbage("restart")
collectgarbage("incremental", 150, 200, 10); print(collectgarbage("setpause", 200), collectgarbage("setstepmul", 100))
local resurrected
do setmetatable({}, { __gc = function(o) resurrected = o end }) end
collectgarbage(); print(type(resurrected)); collectgarbage()
setmetatable({}, { __gc = function() error("in finalizer") end }); collectgarbage()
setmetatable({}, { __gc = function() print("at exit") end })

-- require and package.
package.preload.mine = function(n, extra) return { name = n, extra = extra } end
print(require("mine").name, require("mine") == package.loaded.mine, select(2, require("mine")))
package.path, package.cpath = "./?.none", "./?.none.so"
print(pcall(require, "absent.module")); print(package.searchpath("absent", "./?.x;./?/y"), package.config:sub(1, 1))
print(package.loadlib("/nonexistent.so", "*") == nil, #package.searchers)

-- A serialiser and a parser for it.
local function serialise(v, out, indent)
  if type(v) == "table" then
    out[#out + 1] = "{"
    local keys = {}
    for k in pairs(v) do keys[#keys + 1] = k end
    table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
    for _, k in ipairs(keys) do
      out[#out + 1] = ("[%q]="):format(k); serialise(v[k], out, indent + 1); out[#out + 1] = ","
    end
    out[#out + 1] = "}"
  else
    out[#out + 1] = ("%q"):format(v)
  end
  return out
end
local data = { 1, 2.5, "three\n", { nested = { true, false }, ["a b"] = -1 }, key = "value" }
local once = table.concat(serialise(data, {}, 0))
local again = table.concat(serialise(load("return " .. once)(), {}, 0))
print(once == again, (once:gsub("\n", "~")))

-- A small JSON reader: recursive descent over string positions.
local function json(s)
  local at = 1
  local value
  local function space() at = s:find("%S", at) or #s + 1 end
  local function want(c) space(); if s:sub(at, at) ~= c then error(("expected %s at %d"):format(c, at), 0) end; at = at + 1 end
  local function peek() space(); return s:sub(at, at) end
  local readers = {
    ["{"] = function() want "{"; local t = {}; if peek() == "}" then at = at + 1; return t end
      repeat local k = value(); want ":"; t[k] = value(); local c = peek(); at = at + 1 until c ~= ","; return t end,
    ["["] = function() want "["; local t = {}; if peek() == "]" then at = at + 1; return t end
      repeat t[#t + 1] = value(); local c = peek(); at = at + 1 until c ~= ","; return t end,
    ['"'] = function() local e = s:find('"', at + 1, true); local r = s:sub(at + 1, e - 1); at = e + 1; return r end,
    t = function() at = at + 4; return true end, f = function() at = at + 5; return false end, n = function() at = at + 4; return "null" end,
  }
  function value()
    local reader = readers[peek()]
    if reader then return reader() end
    local number, stop = s:match("^(-?%d+%.?%d*[eE]?[-+]?%d*)()", at)
    if not number then error("unexpected " .. s:sub(at, at), 0) end
    at = stop; return tonumber(number)
  end
  return value()
end
local parsed = json '{"a": [1, 2.5, -3e2, {"b": "text"}], "c": true, "d": null, "e": {}}'
print(table.concat(serialise(parsed, {}, 0))); print(pcall(json, "[1, ?]"))
