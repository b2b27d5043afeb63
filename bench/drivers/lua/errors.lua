-- Errors, coroutines, debug library, load and dump, warnings.
print(pcall(error, "plain", 0)); print(pcall(error)); print(pcall(error, { code = 5 }) == false)
print(select(2, pcall(error, setmetatable({}, { __tostring = function() return "object" end }))) ~= nil)
local cases = {
  function() local x; x.y = 1 end, function() local x; return x.y.z end, function() return undefinedglobal() end,
  function() local t = {}; t.method() end, function() local t = {}; t:method() end, function() return #5 end,
  function() return -{} end, function() return {} .. "x" end, function() return 1 < "2" end, function() return {} < {} end,
  function() return 2 ^ {} end, function() return 1 & 1.5 end, function() return "a" | 1 end, function() local t = setmetatable({}, { __index = function() error("deep", 2) end }); return t.x end,
  function() string.rep() end, function() ("x"):bad() end, function() setmetatable(1, {}) end, function() return math.huge // 1 | 0 end,
  function() local t = {}; t[nil] = 1 end, function() local t = {}; t[0 / 0] = 1 end, function() for i = "a", 2 do end end,
  function() assert(false) end, function() assert(nil, "asserted") end, function() assert(false, { 1 }) end, function() select(0) end,
  function() next({}, "absent") end, function() local function r() return r() + 1 end return r() end, function() return string.char(256) end,
  function() ipairs() end, function() table.unpack({}, 1, 1e8) end, function() tostring() end, function() rawlen(5) end,
}
for i, f in ipairs(cases) do
  local ok, message = pcall(f)
  message = type(message) == "string" and message:gsub("\n.*", ""):sub(1, 90) or type(message)
  print(i, ok, message)
end
print(xpcall(function() error("E") end, function(m) return "handled " .. m end))
print(xpcall(function(a, b) return a + b end, print, 3, 4))
print(xpcall(function() error("one") end, function() error("two") end))
local function deep(n) if n == 0 then error("bottom") end deep(n - 1) end
print((select(2, xpcall(deep, debug.traceback, 30)):gsub("%[C%].*", "")))

-- Coroutines.
local co = coroutine.create(function(a, b)
  local c = coroutine.yield(a + b); local d, e = coroutine.yield(c * 2); return d + e, "end"
end)
print(coroutine.resume(co, 1, 2)); print(coroutine.resume(co, 10)); print(coroutine.resume(co, 3, 4)); print(coroutine.resume(co))
print(coroutine.status(co), coroutine.isyieldable(), select(2, coroutine.running()))
local function permute(t, n)
  n = n or #t
  if n <= 1 then coroutine.yield(table.concat(t)) end
  for i = 1, n do t[n], t[i] = t[i], t[n]; permute(t, n - 1); t[n], t[i] = t[i], t[n] end
end
local all = {}
for p in coroutine.wrap(function() permute { "a", "b", "c", "d" } end) do all[#all + 1] = p end
print(#all, table.concat(all, " "))
local function producer() return coroutine.wrap(function() for i = 1, 5 do coroutine.yield(i) end end) end
local function filter(source) return coroutine.wrap(function() for x in source do if x % 2 == 1 then coroutine.yield(x * 100) end end end) end
for x in filter(producer()) do io.write(x, " ") end print()
local broken = coroutine.wrap(function() error("inside") end)
print(pcall(broken))
local closing = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() print("closed") end }); coroutine.yield() end)
coroutine.resume(closing); print(coroutine.close(closing), coroutine.status(closing))
print(coroutine.resume(coroutine.create(function() return pcall(function() coroutine.yield("in pcall"); error("after") end) end)))
local y = coroutine.create(function() return pcall(function() coroutine.yield(1); error("after", 0) end) end)
print(coroutine.resume(y)); print(coroutine.resume(y))
local meta = coroutine.wrap(function() local t = setmetatable({}, { __add = function(a, b) return coroutine.yield("add") end, __index = function(_, k) return coroutine.yield(k) end, __lt = function() return coroutine.yield("lt") end, __concat = function() return coroutine.yield("cat") end })
  return t + 1, t.field, t < t, t .. "x" end)
print(meta()); print(meta(5)); print(meta(6)); print(meta(true)); print(meta("joined"))
print(pcall(coroutine.resume, 5), coroutine.resume(coroutine.running()))
local sorted = coroutine.wrap(function() return pcall(table.sort, { 3, 2, 1 }, function() coroutine.yield() end) end)
print(sorted())
print(coroutine.wrap(function() return through(function(x) return coroutine.yield(x) end, "passed") end)())
local t2 = coroutine.wrap(function() return through(function(x) return coroutine.yield(x) end, "passed") end); t2(); print(t2("back"))
print(through(function() error("caught") end))

-- load, dump, environments.
print(load("return 1 + 1")(), load("syntax error here"), type(load(function() return nil end)))
local parts, i = { "local a = ...", " return a", " * 2" }, 0
print(load(function() i = i + 1; return parts[i] end)(21))
local dumped = string.dump(function(x) local up = x; return function(y) up = up + y; return up, "k", 1.5, 99, true, nil end end, true)
print(load(dumped, "dumped", "b")(10)(5)); print(load(dumped, "dumped", "t")); print(load(dumped:sub(1, 20), "cut", "b") == nil)
local env = { print = print }; load("x = 5; y = function() return x end", "chunk", "t", env)(); print(env.x, env.y())
for _, source in ipairs { "x = = 1", "for i = 1 do end", "goto nowhere", "break", "local x <const> = 1; x = 2", "::a:: ::a::", "return 'open", "return [[open", "x = 0x", "f(", "a.b:c = 1",
    "local function f() return ... end", "x = }", "if x then", "return '\\q'", "return '\\300'", "return '\\u{110000000}'", "local x <foo> = 1", "--[[ open", "return 1..2", ("("):rep(300) .. "1" } do
  print((select(2, load(source, "=s"))))
end
local many = {}; for k = 1, 260 do many[k] = "local v" .. k end
print((select(2, load(table.concat(many, "\n"), "=many"))))
local wide = {}; for k = 1, 700 do wide[k] = ("'s%d', %d, %d.5"):format(k, k * 1000, k) end
print(#load("return {" .. table.concat(wide, ",") .. "}")())

-- debug
local function info(...) local a, b = ...; local d = debug.getinfo(1, "nSlutf"); return d.name, d.short_src, d.currentline, d.nups, d.nparams, d.isvararg, d.what end
print(info(1, 2)); print(debug.getinfo(print).what, debug.getinfo(1, "l").currentline, debug.getinfo(100))
local function locals(p, q) local r = p + q; local names = {}; for k = 1, 10 do local name, v = debug.getlocal(1, k); if not name then break end; names[k] = name end; return table.concat(names, " ") end
print(locals(1, 2), debug.getlocal(locals, 1), debug.getlocal(locals, 3))
local u1, u2 = 1, 2
local function ups() return u1, u2 end
print(debug.getupvalue(ups, 1), debug.setupvalue(ups, 2, 22), u2, debug.upvalueid(ups, 1) ~= debug.upvalueid(ups, 2))
debug.upvaluejoin(ups, 1, ups, 2); print(ups())
local lines = {}
debug.sethook(function(event, line) lines[#lines + 1] = line end, "l")
local z = 1
z = z + 1
debug.sethook(); print(#lines, debug.gethook())
print(traced(function() local s = 0; for k = 1, 10 do s = s + tonumber(k) end; return tostring(s) end))
debug.setmetatable(10, { __index = { double = function(x) return x * 2 end }, __call = function(x, y) return x + y end })
print((5):double(), (3)(4)); debug.setmetatable(10, nil)
print(debug.getregistry() ~= nil, debug.getuservalue(newlist("u"), 1), debug.setuservalue(newlist(), 5, 1) ~= nil)
warn("@on"); warn("careful", ", again"); collectgarbage("generational"); collectgarbage("incremental")
