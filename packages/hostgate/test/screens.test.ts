import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { terminalSvg } from '../bench/terminal-svg.js'

const doc = (name: string): string => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8')

describe('the screens of the README', () => {
  it.each([['doctor-ready', 'READY'], ['doctor-not-ready', 'NOT READY']])('%s is drawn from the text beside it', (name, verdict) => {
    expect(doc(`${name}.svg`)).toBe(terminalSvg('npx @lat/hostgate', doc(`${name}.txt`)))
    expect(doc(`${name}.txt`)).toContain(`m${verdict}\u001B[39m for an evidence run`)
  })
})

describe('terminalSvg', () => {
  it('keeps columns and colours, and escapes', () => {
    const svg = terminalSvg('x', '\u001B[32mok\u001B[39m  a <b>\n')
    expect(svg).toContain('<tspan x="16" fill="#3fb950">ok</tspan><tspan x="48" fill="#d0d7de">a &lt;b&gt;</tspan>')
  })
})
