/** Keeps lines that the program of a job printed, and tells of them. ARGV: epoch, then the lines as they are kept. */
export const output = `
if fenced(ARGV[1]) then return { 'fenced' } end
local first = redis.call('LLEN', OUTPUT)
redis.call('RPUSH', OUTPUT, unpack(ARGV, 2))
add('revision', 1)
tell('output', 'first', whole(first), 'last', whole(first + #ARGV - 2))
return { 'ok' }
`
