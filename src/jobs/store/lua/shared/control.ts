/** Every control command returns { 'ok', status, turn } or { 'illegal', status }, and is idempotent. The job may be deleted before the script runs. */
export const REQUIRE_JOB = `
if redis.call('EXISTS', META) == 0 then return { 'gone' } end
`
