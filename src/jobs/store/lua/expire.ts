/** Expires a job that was not confirmed in time. */
export const expire = `
if get('status') == 'awaiting_confirmation' and NOW > int('expires_at') then move('expired', 'not_confirmed') end
return { 'ok', get('status') or '', get('turn') or '' }
`
