import { anyInstance, errors, instances, otherwise, type Rows, shown, writing } from './rows.ts'

export const FAILURES: Rows = {
  configurationMissing: shown(errors('configurationMissing: a gateway of which nothing is set says what to set')),
  configurationInvalid: shown(errors('configurationInvalid: an instance whose settings lack something says what')),
  instanceNotFound: shown(errors('instanceNotFound: an instance that is not there is answered with those there are')),
  authenticationFailed: shown(errors('authenticationFailed: a credential that Confluence refuses is no failure of the key')),
  tokenExpired: shown(errors('tokenExpired: a token past its day is told as that')),
  insufficientPermissions: shown(
    errors('insufficientPermissions: who may only read is refused each kind of write, and nothing was written')
  ),
  missingRequiredField: shown(errors('missingRequiredField: what lacks is named')),
  invalidFieldValue: shown(errors('invalidFieldValue: a value that cannot be is named, with what could')),
  pageNotFound: shown(errors('pageNotFound: a page is told by what it was looked for')),
  spaceNotFound: shown(
    errors('spaceNotFound: a space is told by its key'),
    writing('a space or a parent that is not there is told as such')
  ),
  versionConflict: shown(errors('versionConflict: the version that is there is told, and by whom')),
  rateLimitExceeded: shown(
    errors('rateLimitExceeded: the wait that Confluence asks for is told'),
    instances('over the limit a call is refused with the time to wait, and a wait of 0 is a second')
  ),
  networkTimeout: shown(errors('networkTimeout: a Confluence that does not answer in the time of its instance is told as that')),
  connectionFailed: otherwise(
    'the address is in no error, since who calls need not know the network: test_connection tells it',
    errors('connectionFailed: a Confluence that is not there was not reached, and a test of the connection tells its address'),
    anyInstance('a secret is in no answer and no log, even where the system quotes it')
  ),
  serverError: shown(errors('serverError: the status and the words of Confluence are carried'))
}
