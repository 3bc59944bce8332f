import { printable } from './printable.js'

/**
 * Text as it may stand inside a cell of a markdown table: no pipe, tag, link or emphasis survives.
 *
 * @example escapeMarkdown('gw|one') // 'gw\\|one'
 */
export function escapeMarkdown(text: string): string {
  return printable(text)
    .replace(/[\\`*_{}[\]|#~]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
}
