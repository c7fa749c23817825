import { MEMORY, RESPONSE_TIMES } from './bounds.ts'
import { FAILURES } from './failures.ts'
import { INPUTS } from './inputs.ts'
import { CONFIGURATION, PERMISSION, TEST_TOOL } from './integration.ts'
import { OUTPUTS } from './outputs.ts'
import type { Rows } from './rows.ts'
import { INTEGRATION_TESTS, UNIT_TESTS } from './testing.ts'
import { IMPLEMENTATION, TOOL_PROPERTIES } from './tool.ts'
import { VALIDATION } from './validation.ts'
import { ASSISTANT, FORMATTING, USER } from './words.ts'

/** Every heading of the seed that has lines, as the seed writes it. */
export const HEADINGS: Readonly<Record<string, Rows>> = {
  'Tool Implementation Contract': IMPLEMENTATION,
  'Input Schema Definition': INPUTS,
  'Output Schema Definition': OUTPUTS,
  'Tool Properties': TOOL_PROPERTIES,
  'Operation Validation': VALIDATION,
  'Error Handling Contract': FAILURES,
  'Assistant Result Rendering': ASSISTANT,
  'User Interface Rendering': USER,
  'Content Formatting': FORMATTING,
  'Configuration Integration': CONFIGURATION,
  'Permission Integration': PERMISSION,
  'Test Tool Integration': TEST_TOOL,
  'Response Time Requirements': RESPONSE_TIMES,
  'Memory Usage': MEMORY,
  'Unit Test Requirements': UNIT_TESTS,
  'Integration Test Requirements': INTEGRATION_TESTS
}
