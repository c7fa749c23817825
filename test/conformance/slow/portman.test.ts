import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { makeCatalog } from '../../../src/contract/catalog.ts'
import { ceilingOf } from '../../../src/contract/operation.ts'
import { openapiDocument } from '../../../src/surfaces/openapi/document.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { runSlowChecker } from '../run.ts'
import { newman } from './newman.ts'

const AS_EXAMPLES = { folderStrategy: 'Tags', requestParametersResolution: 'Example', exampleParametersResolution: 'Example' }

/** Answers fit their status, type and schema. */
const CONTRACT = {
  contractTests: [
    {
      openApiOperation: '*::/*',
      statusSuccess: { enabled: true },
      contentType: { enabled: true },
      jsonBody: { enabled: true },
      schemaValidation: { enabled: true }
    }
  ]
}

const fuzzed = { requiredFields: { enabled: true }, minimumNumberFields: { enabled: true }, maximumNumberFields: { enabled: true } }
const lengths = { minLengthFields: { enabled: true }, maxLengthFields: { enabled: true } }

/** Inputs with a property too few, too large or too long are refused as the document says. */
const NEGATIVE = {
  variationTests: [
    {
      openApiOperation: '*::/*',
      openApiResponse: '400',
      variations: [
        {
          name: 'refused',
          fuzzing: [{ requestBody: [{ ...fuzzed, ...lengths }], requestQueryParams: [{ ...fuzzed, ...lengths }] }],
          tests: {
            contractTests: [{ statusCode: { enabled: true, code: 400 }, jsonBody: { enabled: true }, schemaValidation: { enabled: true } }]
          }
        }
      ]
    }
  ]
}

t.test('reads of every system keep to the document, in tests that Portman makes of it', { timeout: 600_000 }, async t => {
  const { url, catalog } = await startGateway(t, { dataDirectory: await temporaryFolder(t) })
  const works = ({ examples, requires, permission }) =>
    ceilingOf(permission) === 'read' &&
    requires.length === 0 &&
    examples.some(example => 'output' in example && !example.given && !example.tested_elsewhere)
  const reads = makeCatalog(catalog.operations.filter(operation => operation.kind === 'operation' && works(operation)))
  t.ok(reads.operations.length > 60)
  // Without keys: Portman would send an empty one.
  const document = { ...openapiDocument(reads, { version: '0.1.0', serverUrl: url, gateway: 'none' }), security: [] }
  const folder = t.testdir({
    'openapi.json': JSON.stringify(document),
    'postman.json': JSON.stringify({ ...AS_EXAMPLES, enableOptionalParameters: false })
  })
  for (const [name, tests] of Object.entries({ contract: CONTRACT, negative: NEGATIVE })) {
    writeFileSync(path.join(folder, `${name}.json`), JSON.stringify({ version: 1, tests, globals: { stripResponseExamples: true } }))
    const args = [
      '--local',
      'openapi.json',
      '-b',
      url,
      '-c',
      `${name}.json`,
      '--postmanConfigFile',
      'postman.json',
      '--output',
      `${name}-collection.json`
    ]
    const made = await runSlowChecker('portman', args, folder)
    t.equal(made.code, 0, made.output.slice(-2000))
    const { failed, assertions, output } = await newman(folder, `${name}-collection.json`)
    t.strictSame(failed.slice(0, 40), [], `${failed.length} failed: ${output.slice(-500)}`)
    t.ok(assertions > 100, `${name}: ${assertions} assertions`)
    t.ok(readFileSync(path.join(folder, `${name}-collection.json`), 'utf8').includes('pm.test'))
  }
})
