import { anyInstance, errors, instances, otherwise, type Rows, shown, writing } from './rows.ts'

export const FAILURES: Rows = {
  configurationMissing: shown(errors('configurationMissing: a gateway without settings reports what to set')),
  configurationInvalid: shown(errors('configurationInvalid: an instance whose settings are incomplete reports what is missing')),
  instanceNotFound: shown(errors('instanceNotFound: an unknown instance is reported with the existing ones')),
  authenticationFailed: shown(errors('authenticationFailed: a credential that Confluence refuses is not a failure of the key')),
  tokenExpired: shown(errors('tokenExpired: a token past its expiry date is reported as expired')),
  insufficientPermissions: shown(
    errors('insufficientPermissions: a key that may only read is refused each kind of write, and nothing is written')
  ),
  missingRequiredField: shown(errors('missingRequiredField: a missing property is named')),
  invalidFieldValue: shown(errors('invalidFieldValue: an invalid value is named, with the valid ones')),
  pageNotFound: shown(errors('pageNotFound: a page is reported by what it was looked up with')),
  spaceNotFound: shown(errors('spaceNotFound: a space is reported by its key'), writing('a missing space or parent is reported as such')),
  versionConflict: shown(errors('versionConflict: the existing version is reported with its author')),
  rateLimitExceeded: shown(
    errors('rateLimitExceeded: the wait that Confluence requests is reported'),
    instances('over the limit a call is refused with the time to wait, and a wait of 0 is a second')
  ),
  networkTimeout: shown(errors('networkTimeout: a Confluence that does not respond within the timeout of its instance is reported')),
  connectionFailed: otherwise(
    'the address is in no error, because callers need not know the network: test_connection returns it',
    errors('connectionFailed: an unreachable Confluence is reported, and a test of the connection shows its address'),
    anyInstance('a secret is in no response and no log, even if the system quotes it')
  ),
  serverError: shown(errors('serverError: the status and the message of Confluence are included'))
}
