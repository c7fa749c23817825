import { readFileSync } from 'node:fs'
import t from 'tap'
import { namedTests } from '../../helpers/named-tests.ts'
import { outside } from '../../helpers/outside.ts'

const INSTANCES = 'tools/gitlab/instances.test.ts'
const ERRORS = 'tools/gitlab/errors.test.ts'
const PAGING = 'tools/gitlab/paging.test.ts'
const NAMES = 'tools/gitlab/names.test.ts'
const KEYS = 'tools/gitlab/keys.test.ts'
const ANSWER = 'pipeline/result.test.ts'
const TLS = 'lib/http-settings.test.ts'
const READ = 'pipeline/read-input.test.ts'

const STATUS = [ERRORS, 'of GitLab is'] as const
const ENVELOPE = [INSTANCES, 'the seed: a response has success, data, and the execution time'] as const
const LIMIT = [INSTANCES, 'the rate limit is returned, its epoch converted to ISO 8601'] as const
const NO_LIMIT = [INSTANCES, 'without a reported limit, it is null and not 0'] as const
const PAGES = [PAGING, 'page and per_page return the pagination of the seed'] as const
const LOG = [INSTANCES, 'the seed: a call is one line of the log, with tool, duration, success and parameters'] as const
const PROBE = [INSTANCES, 'gitlab_test_connection returns version, user and scopes'] as const
const REFUSED = [READ, 'an invalid value is refused with the expected type, range and meaning'] as const
const UNDERSTOOD = [NAMES, 'is accepted'] as const

/**
 * Each line of the contracts: the test that would fail if it no longer held, as file and name (or the constant part of the name), or as
 * text, where and why the product differs.
 */
const LINES: Record<string, readonly [file: string, name: string] | string> = {
  '1 BaseTool name': [NAMES, 'all names of the tools of the seed are names of operations'],
  '1 BaseTool description': ['surfaces/mcp/tools.test.ts', 'tools are listed by name, with the texts of their definitions'],
  '1 BaseTool input_schema': [NAMES, 'every input is one flat object with a type'],
  '1 BaseTool execute with the input of input_schema': UNDERSTOOD,
  '1 BaseTool execute: names that are said otherwise': [NAMES, 'is refused with the name to use instead'],
  '1 execute answers success': ENVELOPE,
  '1 execute answers data': ENVELOPE,
  '1 execute answers metadata rate_limit_remaining': LIMIT,
  '1 execute answers metadata rate_limit_reset': LIMIT,
  '1 execute answers metadata execution_time_ms': ENVELOPE,
  '1 execute raises ValidationError': REFUSED,
  '1 execute raises GitLabAPIError': STATUS,
  '1 execute raises AuthenticationError': [INSTANCES, 'a revoked token is 424, with the setting to change'],
  '1 execute raises PermissionError': [INSTANCES, 'a read-only token is reported, and its writes name the missing scope'],
  '1 execute raises NotFoundError': [ERRORS, '404 states that the resource may only be hidden'],
  '2 authenticate': PROBE,
  '2 get_current_user': [INSTANCES, 'test_connection with an OAuth token returns its scopes'],
  '2 get_project by id or path': [INSTANCES, 'a project is also named by its id'],
  '2 get_issue': ['tools/gitlab/issues.test.ts', 'an issue is found by its number, not by its id'],
  '2 create_issue': [ERRORS, 'a write whose response lacks required properties has succeeded'],
  '3 gitlab_url': [INSTANCES, 'the address is resolved once, below its root'],
  '3 gitlab_token': [INSTANCES, 'is sent in its own header'],
  '3 gitlab_token is not shown': [INSTANCES, 'the token is in no log and in no error'],
  '3 gitlab_token is in no job': [KEYS, 'the token of GitLab is not in anything that Redis stores of a job'],
  '3 default_project': [INSTANCES, 'default_project is used if project is absent'],
  '3 default_project absent': [INSTANCES, 'without a default project, project is required'],
  '3 timeout from 1 to 300': [INSTANCES, 's makes the instance unusable, and is reported'],
  '3 timeout in seconds': [ERRORS, 'the seed: a server that does not respond in time is TIMEOUT_ERROR'],
  '3 verify_ssl': [INSTANCES, 'a server with an untrusted certificate is refused, unless ca_file or verify_ssl allows it'],
  '3 verify_ssl false warns': [TLS, 'verify_ssl false accepts any certificate, and the log has a warning'],
  '3 log_level': ['config.test.ts', 'every variable is read and typed'],
  '3 log_level of one system': 'There is one log, and LOG_LEVEL for all of it: lines of one call come from several parts of the gateway.',
  '4 success': ENVELOPE,
  '4 data': ENVELOPE,
  '4 metadata': ENVELOPE,
  '4 rate_limit_remaining': LIMIT,
  '4 rate_limit_reset as ISO 8601': LIMIT,
  '4 rate_limit_remaining if it is absent': NO_LIMIT,
  '4 execution_time_ms': ENVELOPE,
  '4 error code, message and details': [ANSWER, 'a declared failure has its declared message'],
  '4 error details of a field': [ERRORS, 'the mistakes of each property are listed'],
  '4 VALIDATION_ERROR 400': REFUSED,
  '4 VALIDATION_ERROR 400 of GitLab':
    'Answered 422: the request was well formed for the gateway, and GitLab refused it; 400 is what the gateway itself refuses.',
  '4 AUTHENTICATION_ERROR 401':
    'Answered 424 where GitLab refuses the token of the instance: 401 would send the caller to log in at the gateway, whose key is good.',
  '4 AUTHENTICATION_ERROR': STATUS,
  '4 PERMISSION_ERROR 403': STATUS,
  '4 NOT_FOUND_ERROR 404': STATUS,
  '4 VALIDATION_ERROR 422': STATUS,
  '4 RATE_LIMIT_ERROR 429': STATUS,
  '4 GITLAB_SERVER_ERROR 500+': STATUS,
  '4 NETWORK_ERROR': [ERRORS, 'the seed: an unreachable server is NETWORK_ERROR'],
  '4 TIMEOUT_ERROR': [ERRORS, 'the seed: a server that does not respond in time is TIMEOUT_ERROR'],
  '4 UNKNOWN_ERROR': [ERRORS, 'the seed: an unexpected error is UNKNOWN_ERROR, and does not reveal its cause'],
  '5 GitLabMCPError with message and details':
    'One class, OperationError, with a reason for each case: what is answered is the code, and a class for each would be a second list of the same.',
  '5 ValidationError': REFUSED,
  '5 AuthenticationError': STATUS,
  '5 PermissionError': STATUS,
  '5 NotFoundError': STATUS,
  '5 RateLimitError with the time to wait for': [ERRORS, 'a limit that reports only its reset, as an epoch, gives the time to wait'],
  '5 GitLabServerError': STATUS,
  '5 NetworkError': [ERRORS, 'the seed: an unreachable server is NETWORK_ERROR'],
  '5 TimeoutError': [ERRORS, 'the seed: a server that does not respond in time is TIMEOUT_ERROR'],
  '6 log tool (tool_name)': LOG,
  '6 log duration_ms': LOG,
  '6 log success': LOG,
  '6 log params': LOG,
  '6 log params without secrets': ['pipeline/loggable.test.ts', 'secrets are hidden, texts are their length, collections their size'],
  '6 log error': LOG,
  '6 log failures as warnings, the rest as information': ['pipeline/loggable.test.ts', 'a failed call is also one line, with the error'],
  '7 page from 1': PAGES,
  '7 per_page 20 by default': [PAGING, 'per_page is 20 if only page is given'],
  '7 per_page at most 100': [PAGING, 'a per_page over 100 is refused, and not silently reduced'],
  '7 items': PAGES,
  '7 total_count': PAGES,
  '7 total_count if it is absent': [PAGING, 'without x-total the total is null, and has_next is still true'],
  '7 total_pages': PAGES,
  '7 has_next': [PAGING, 'without x-total the total is null, and has_next is still true'],
  '7 has_previous': PAGES,
  '8 limit': LIMIT,
  '8 remaining': LIMIT,
  '8 reset': LIMIT,
  '8 used': LIMIT,
  '8 track_rate_limit answers 0 where a header is absent': NO_LIMIT,
  '8 RateLimit-Reset as it is': LIMIT,
  '10 GitLab API v4': [INSTANCES, 'the address is resolved once, below its root'],
  '10 Minimum GitLab Version 15.0': [INSTANCES, 'GitLab below 15.0 is reported by test_connection and as a warning'],
  '10 MCP Protocol 2025-06-18': ['surfaces/mcp/tools.test.ts', 'lists tools and calls one'],
  '10 check_gitlab_version': [INSTANCES, 'GitLab below 15.0 is reported by test_connection and as a warning'],
  '10 get_version': ['tools/gitlab/recordings.test.ts', 'are read, even with null or nothing at any position']
}

t.test('every line of the contracts has an existing test, or a reason to differ', async t => {
  for (const [line, proof] of Object.entries(LINES)) {
    if (typeof proof === 'string') t.match(proof, /^[A-Z].{40,}\.$/, line)
    else
      t.ok(
        namedTests(proof[0]).some(name => name.includes(proof[1])),
        `${line}: ${proof.join(': ')}`
      )
  }
})

const { path: contracts, skip } = outside('seeds/gitlab-interface-contracts.md')

t.test('no field, code, failure or method of the contracts is missing', { skip }, async t => {
  const text = readFileSync(contracts, 'utf8').replace(/\n## 9\.[\s\S]*?(?=\n## 10\.)/, '')
  const named = [
    ...text.matchAll(/^ {4}(?!def |@)(\w+): (?:str|int|bool|List|Optional)/gm),
    ...text.matchAll(/^\| `([A-Z_]+)`/gm),
    ...text.matchAll(/^class (\w+)\((?:Exception|GitLabMCPError)\)/gm),
    ...text.matchAll(/^ {4}def ([a-z]\w+)\(/gm),
    ...text.matchAll(/^ {8}"(\w+)": /gm)
  ].map(([, name = '']) => name)
  const lines = Object.keys(LINES).join('\n')
  t.ok(named.length > 50)
  t.strictSame(
    named.filter(name => !new RegExp(`\\b${name}\\b`).test(lines)),
    []
  )
})
