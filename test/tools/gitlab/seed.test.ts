import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { namedTests } from '../../helpers/named-tests.ts'

const INSTANCES = 'tools/gitlab/instances.test.ts'
const ERRORS = 'tools/gitlab/errors.test.ts'
const PAGING = 'tools/gitlab/paging.test.ts'
const NAMES = 'tools/gitlab/names.test.ts'
const KEYS = 'tools/gitlab/keys.test.ts'
const ANSWER = 'contract/answer.test.ts'
const TLS = 'lib/http-settings.test.ts'
const READ = 'contract/read.test.ts'

const STATUS = [ERRORS, 'of GitLab is'] as const
const ENVELOPE = [INSTANCES, 'the seed: an answer has success, data, and the time it took'] as const
const LIMIT = [INSTANCES, 'the rate limit is told, its epoch turned to ISO 8601'] as const
const NO_LIMIT = [INSTANCES, 'where no limit is told, it is null and not 0'] as const
const PAGES = [PAGING, 'page and per_page are answered in the words of the seed'] as const
const LOG = [INSTANCES, 'the seed: a call is one line of the log, with tool, duration, success and what was given'] as const
const PROBE = [INSTANCES, 'gitlab_test_connection tells version, user and scopes'] as const
const REFUSED = [READ, 'a value that is wrong is answered with what would be right'] as const
const UNDERSTOOD = [NAMES, 'is understood'] as const

/** Each line of the contracts: the test that would fail if it ceased to hold, as file and name, or the part of it that is no placeholder; or, as text, where and why it is departed from. */
const LINES: Record<string, readonly [file: string, name: string] | string> = {
  '1 BaseTool name': [NAMES, 'all names of the tools of the seed are names of operations'],
  '1 BaseTool description': ['surfaces/mcp/tools.test.ts', 'tools are listed in the order of their names, as their definitions tell them'],
  '1 BaseTool input_schema': [NAMES, 'complaint 8: every input is one flat object that says its type'],
  '1 BaseTool execute with the input of input_schema': UNDERSTOOD,
  '1 BaseTool execute: names that are said otherwise': [NAMES, 'is refused with the word to use instead'],
  '1 execute answers success': ENVELOPE,
  '1 execute answers data': ENVELOPE,
  '1 execute answers metadata rate_limit_remaining': LIMIT,
  '1 execute answers metadata rate_limit_reset': LIMIT,
  '1 execute answers metadata execution_time_ms': ENVELOPE,
  '1 execute raises ValidationError': REFUSED,
  '1 execute raises GitLabAPIError': STATUS,
  '1 execute raises AuthenticationError': [INSTANCES, 'a revoked token is 424, and says what to set'],
  '1 execute raises PermissionError': [INSTANCES, 'a token that only reads is told so, and its writes name the scope'],
  '1 execute raises NotFoundError': [ERRORS, '404 says that it may only be hidden'],
  '2 authenticate': PROBE,
  '2 get_current_user': [INSTANCES, 'the test of a connection with an OAuth token tells its scopes'],
  '2 get_project by id or path': [INSTANCES, 'a project is also named by its id'],
  '2 get_issue': ['tools/gitlab/issues.test.ts', 'pitfall 2: an issue is found by its number, not by its id'],
  '2 create_issue': [ERRORS, 'complaint 1: a write whose answer lacks what it should have has succeeded'],
  '3 gitlab_url': [INSTANCES, 'the address is settled once, below its root'],
  '3 gitlab_token': [INSTANCES, 'travels in its own header'],
  '3 gitlab_token is not shown': [INSTANCES, 'the token is in no log and in no error'],
  '3 gitlab_token is in no job': [KEYS, 'complaint 9: the token of GitLab is in nothing that Redis keeps of a job'],
  '3 default_project': [INSTANCES, 'default_project serves where project is absent'],
  '3 default_project absent': [INSTANCES, 'without a default project the project is asked for'],
  '3 timeout from 1 to 300': [INSTANCES, 's makes the instance unusable, and says why'],
  '3 timeout in seconds': [ERRORS, 'the seed: a server that does not answer in time is TIMEOUT_ERROR'],
  '3 verify_ssl': [INSTANCES, 'a server whose certificate nobody knows is not spoken to, unless ca_file or verify_ssl say so'],
  '3 verify_ssl false warns': [TLS, 'verify_ssl false takes any certificate, and the log warns of it'],
  '3 log_level': ['config.test.ts', 'every name is read and typed'],
  '3 log_level of one system': 'There is one log, and LOG_LEVEL for all of it: lines of one call come from several parts of the gateway.',
  '4 success': ENVELOPE,
  '4 data': ENVELOPE,
  '4 metadata': ENVELOPE,
  '4 rate_limit_remaining': LIMIT,
  '4 rate_limit_reset as ISO 8601': LIMIT,
  '4 rate_limit_remaining where it is not told': NO_LIMIT,
  '4 execution_time_ms': ENVELOPE,
  '4 error code, message and details': [ANSWER, 'a declared failure is answered in its own words'],
  '4 error details of a field': [ERRORS, 'what is wrong with each property is listed'],
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
  '4 NETWORK_ERROR': [ERRORS, 'the seed: a server that is not there is NETWORK_ERROR'],
  '4 TIMEOUT_ERROR': [ERRORS, 'the seed: a server that does not answer in time is TIMEOUT_ERROR'],
  '4 UNKNOWN_ERROR': [ERRORS, 'the seed: what nobody expected is UNKNOWN_ERROR, and tells nothing of its cause'],
  '5 GitLabMCPError with message and details':
    'One class, OperationError, with a reason for each case: what is answered is the code, and a class for each would be a second list of the same.',
  '5 ValidationError': REFUSED,
  '5 AuthenticationError': STATUS,
  '5 PermissionError': STATUS,
  '5 NotFoundError': STATUS,
  '5 RateLimitError with the time to wait for': [
    ERRORS,
    'pitfall 6: where a limit tells only its end, as an epoch, that is the time to wait'
  ],
  '5 GitLabServerError': STATUS,
  '5 NetworkError': [ERRORS, 'the seed: a server that is not there is NETWORK_ERROR'],
  '5 TimeoutError': [ERRORS, 'the seed: a server that does not answer in time is TIMEOUT_ERROR'],
  '6 log tool (tool_name)': LOG,
  '6 log duration_ms': LOG,
  '6 log success': LOG,
  '6 log params': LOG,
  '6 log params without secrets': ['contract/log.test.ts', 'secrets are hidden, long texts are their length, collections their size'],
  '6 log error': LOG,
  '6 log failures as warnings, the rest as information': ['contract/log.test.ts', 'a call that failed is one line too, with the error'],
  '7 page from 1': PAGES,
  '7 per_page 20 by default': [PAGING, 'per_page is 20 where only page is given'],
  '7 per_page at most 100': [PAGING, 'a per_page over 100 is refused, and not clamped in silence'],
  '7 items': PAGES,
  '7 total_count': PAGES,
  '7 total_count where it is not told': [PAGING, 'pitfall 3: without x-total the total is null, and has_next is still true'],
  '7 total_pages': PAGES,
  '7 has_next': [PAGING, 'pitfall 3: without x-total the total is null, and has_next is still true'],
  '7 has_previous': PAGES,
  '8 limit': LIMIT,
  '8 remaining': LIMIT,
  '8 reset': LIMIT,
  '8 used': LIMIT,
  '8 track_rate_limit answers 0 where a header is absent': NO_LIMIT,
  '8 RateLimit-Reset as it is': LIMIT,
  '10 GitLab API v4': [INSTANCES, 'the address is settled once, below its root'],
  '10 Minimum GitLab Version 15.0': [INSTANCES, 'GitLab below 15.0 is named by the test and as a warning'],
  '10 MCP Protocol 2025-06-18': ['surfaces/mcp/tools.test.ts', 'lists tools and calls one'],
  '10 check_gitlab_version': [INSTANCES, 'GitLab below 15.0 is named by the test and as a warning'],
  '10 get_version': ['tools/gitlab/recordings.test.ts', 'are read, also with null or nothing in any place']
}

t.test('every line of the contracts has a test that is there, or a reason why it is departed from', async t => {
  for (const [line, told] of Object.entries(LINES)) {
    if (typeof told === 'string') t.match(told, /^[A-Z].{40,}\.$/, line)
    else
      t.ok(
        namedTests(told[0]).some(name => name.includes(told[1])),
        `${line}: ${told.join(': ')}`
      )
  }
})

const contracts = path.join(import.meta.dirname, '../../../../shared/seeds/gitlab-interface-contracts.md')
const skip = existsSync(contracts) ? false : `the contracts are not at ${path.relative('.', contracts)}`

t.test('no field, code, failure or method of the contracts is left out', { skip }, async t => {
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
