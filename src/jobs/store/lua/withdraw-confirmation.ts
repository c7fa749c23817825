import { WARN } from './shared/warn.ts'

/**
 * Offers the preview of a job again that was confirmed, or needed no confirmation, and has started no item. ARGV: epoch, confirm token, milliseconds
 * until the confirmation expires, warnings as `warn` reads them. A job that a caller pauses or cancels at the same time is left to that.
 */
export const withdrawConfirmation = `${WARN}
if fenced(ARGV[1]) then return { 'fenced' } end
if get('status') ~= 'running' or get('started_at') then return { 'stopped' } end
warn(ARGV[4], ARGV[5], 'warnings')
for _, field in ipairs({ 'auto', 'confirmed_at', 'confirmed_by' }) do unset(field) end
set('token', ARGV[2], 'expires_at', whole(NOW + tonumber(ARGV[3])))
move('awaiting_confirmation')
return { 'ok' }
`
