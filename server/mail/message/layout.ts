import type { Clinic, Content } from './content.ts'
import { htmlOf } from './html.ts'
import { textOf } from './text.ts'

/** Renders an email as HTML and as plain text, both in the same order. `content` is plain text, which this function
 *  escapes. Pictures are at `publicUrl`. */
export function layOut(content: Content, clinic: Clinic, publicUrl: string): { html: string; text: string } {
  return { html: htmlOf(content, clinic, publicUrl), text: textOf(content, clinic) }
}
