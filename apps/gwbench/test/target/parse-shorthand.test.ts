import { expect, it } from 'vitest'
import { parseShorthand } from '../../src/target/parse-shorthand.js'

it('parseShorthand names the target after the option', () => {
  expect(parseShorthand('litellm', 'http://127.0.0.1:4000/v1/chat/completions|keys/a')).toEqual({ name: 'litellm', url: 'http://127.0.0.1:4000/v1/chat/completions', keyFile: 'keys/a' })
})

it('parseShorthand refuses a name of its own', () => {
  expect(parseShorthand('litellm', 'x|http://127.0.0.1:4000/v1|')).toContain('--litellm is URL|KEYFILE')
})
