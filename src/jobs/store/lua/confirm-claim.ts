/** Run on a parent: a follow-up job confirms that it exists, so its claim no longer expires. ARGV: its ID. */
export const confirmClaim = `
if redis.call('EXISTS', META) == 0 then return { 'gone' } end
local claims, hasClaim = cjson.decode(get('claims') or '{}'), false
for byte, claim in pairs(claims) do
  if string.match(claim, '^[^:]+') == ARGV[1] then
    claims[byte] = ARGV[1]
    hasClaim = true
  end
end
if not hasClaim then return { 'lost' } end
set('claims', cjson.encode(claims))
return { 'ok' }
`
