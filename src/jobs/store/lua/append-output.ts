/** Stores lines that the program of a job printed, and publishes an event. ARGV: epoch, then the lines as they are stored. */
export const appendOutput = `
if fenced(ARGV[1]) then return { 'fenced' } end
local first = redis.call('LLEN', OUTPUT)
redis.call('RPUSH', OUTPUT, unpack(ARGV, 2))
add('revision', 1)
publish('output', 'first', whole(first), 'last', whole(first + #ARGV - 2))
return { 'ok' }
`
