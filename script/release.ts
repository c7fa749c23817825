// `npm run release`: stores the contract of the definitions as the released one, unless it breaks callers without an announcement.
import { breaking } from './compatibility/breaking.ts'
import { isRelease, migrationGuide, presentContract, releasedContract, unannounced, writeReleased } from './compatibility/released.ts'

const present = await presentContract()
const released = releasedContract()
const refused = isRelease(present.version)
  ? unannounced(breaking(released, present), { released: released.version, present: present.version }, migrationGuide())
  : [`${present.version} is not a release: set the version in package.json to 1.0.0 or higher`]
if (refused.length > 0) {
  process.stderr.write(`${refused.join('\n')}\n`)
  process.exitCode = 1
} else {
  writeReleased(present)
}
