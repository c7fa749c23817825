/** Verbs of commands that change nothing, even as the first part of a longer word: list-usable, get-iam-policy. */
const READS = /^(?:list|describe|get|search|lookup|read)(?:-|$)/

/** The same, if the whole word is the verb. */
const READS_ALONE: ReadonlySet<string> = new Set(['ls', 'cat', 'du', 'tail', 'diff', 'version', 'info', 'help', 'cheat-sheet'])

/** Commands that change nothing although their verb can elsewhere, or names no action. */
const READS_AT = /(?:^| )operations wait$|^builds log$|^policy-intelligence query-activity$/

/** Groups whose commands only show a text. */
const READING_GROUPS: ReadonlySet<string> = new Set(['topic', 'help'])

/** Verbs whose effect cannot be reverted in one step. */
const DESTROYS =
  /^(?:(?:bulk|batch)-delete|delete|destroy|purge|drop|rm|remove|terminate|kill|abandon|reset|revoke|undeploy|unregister|detach|clear|replace|restore|rollback|failover)(?:-|$)/

/** First parts of all other verbs of SDK 528.0.0. Without the command tree, they show where a path ends. */
const ACTS: ReadonlySet<string> = new Set(
  `abandon abort accept access ack acknowledge acquire activate add advance allow alter analyze apply approve asymmetric attach authorize auto
  backup batch browse build bulk call cancel change check classify clean cleanup clone commit complete compose configure connect convert copy
  cp create deauthorize decrypt deidentify delete demote deny deploy deprecate destroy detach detect diagnose direct disable discover dismiss
  dispatch download drain drop edit enable encrypt enforce enroll establish evaluate execute expand explain export extend extract failover
  feedback fetch find gen generate grant hash ignore import inherit init initiate inject insert inspect install instantiate interactive
  invalidate is kill lease link lint load local lock log login mark migrate modify monitor move mutate mv open patch pause perform predict
  print promote provision proxy publish pull purge query raw reboot recognize recreate redact redeploy reencrypt register reimage reinstall
  reject release relocate remove rename render renew reorder repair replace replay replicate report request rerun reschedule reset resize
  resolve restart restore resume retry reverse revert revoke rm rollback rotate rsync run sanitize save scan scp seek send set show sign
  simulate snapshot ssh star start stop stream submit subscribe suggest survey suspend switch switchover sync terminate test train transcribe
  translate trigger troubleshoot undelete undeploy unenroll uninstall unlink unlock unmanage unregister unset unstar untag update upgrade
  upload upsert validate verify vet wait watch write`.split(/\s+/)
)

/** Commands whose names are not verbs. */
const NAMED: ReadonlySet<string> = new Set(
  `active-peering-zones auth-info backend bug-report calendar-mode cli config-ssh connection-string database-failover env-init env-unset
  mac-sign mac-verify os-upgrade preview seed service-agent status tail-serial-port-output translate-text workload`.split(/\s+/)
)

/** Groups whose names start like a verb. */
const GROUPS: ReadonlySet<string> = new Set(
  `access-approval access-context-manager backup-channels backup-collections backup-dr backup-plan-associations backup-plan-bindings
  backup-plan-revisions backup-plans backup-policies backup-restore backup-schedules backup-vaults batch batch-operations
  connect-clusters deploy-policies import-jobs local patch-deployments patch-jobs release-channel-settings
  resize-requests restore-channels restore-plan-bindings restore-plans scan-configs scan-runs snapshot-groups snapshot-settings ssh-keys test
  troubleshoot-policy`.split(/\s+/)
)

const headOf = (word: string): string => word.split('-')[0] ?? word

/** Whether a word looks like the verb at the end of a path. */
export const isVerb = (word: string, place: number): boolean =>
  READS.test(word) ||
  READS_ALONE.has(word) ||
  NAMED.has(word) ||
  (ACTS.has(headOf(word)) && !GROUPS.has(word) && !(place === 0 && TOP_GROUPS.has(word)))

/** Top-level groups that are verbs elsewhere. */
const TOP_GROUPS: ReadonlySet<string> = new Set(['deploy', 'run'])

/** Whether a path can be complete, and is not a group or unknown. */
export const endsInVerb = (path: readonly string[]): boolean => isVerb(path.at(-1) ?? '', path.length - 1)

/** Whether a command changes nothing, by the last word of its path. */
export function isReading(path: readonly string[]): boolean {
  const verb = path.at(-1) ?? ''
  return READS.test(verb) || READS_ALONE.has(verb) || READING_GROUPS.has(path[0] ?? '') || READS_AT.test(path.join(' '))
}

/** Commands that delete or run SQL although their verb does not show it. */
const DESTROYS_AT =
  /(?:^| )(?:set-cleanup-policies|clean-?up|execute-sql)$|^pubsub (?:lite-)?subscriptions seek$|^spanner databases ddl update$|^(?:sql|alloydb clusters) import(?: sql)?$/

/** Flags that make a command delete something, now or later, such as the objects that only the destination of `storage rsync` has. */
const DESTROYING_FLAGS =
  /^--(?:(?:delete|discard)-(?!protection|lock-days|local-ssds-at-)[\w-]+|enable-permanent-object-deletion|enable-ttl|clear-soft-delete)$/

/** The same flags of single commands. */
const DESTROYING_FLAGS_AT: readonly (readonly [path: RegExp, flag: RegExp])[] = [[/^secrets update$/, /^--(?:ttl|expire-time)$/]]

/** Whether a command may delete something. `flags`: those that it has. */
export function isDestroying(path: readonly string[], flags: readonly string[]): boolean {
  const whole = path.join(' ')
  return (
    DESTROYS.test(path.at(-1) ?? '') ||
    DESTROYS_AT.test(whole) ||
    flags.some(flag => DESTROYING_FLAGS.test(flag) || DESTROYING_FLAGS_AT.some(([at, name]) => at.test(whole) && name.test(flag)))
  )
}
