import { z } from 'zod/mini'

// Control, format, surrogate, separator and other invisible characters: they reverse text, hide in it or break it.
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
// Persian, Hindi and other scripts need joiners between letters; Japanese, Mongolian and emoji need variation
// selectors.
const allowed =
  /(?<=[\p{L}\p{M}])[\u200C\u200D](?=[\p{L}\p{M}])|(?<=[\p{Ideographic}\p{Script=Mongolian}\p{Extended_Pictographic}])\p{Variation_Selector}/gu

/** Refuses invisible and control characters. */
export const visible = z.refine<string>(
  (text) => !hidden.test(text.replace(allowed, '')),
  'Must not contain invisible or control characters',
)

/** A line of text: trimmed, not empty, at most `maxLength` visible characters. Zero-width joiners and non-joiners are
 *  allowed between letters, variation selectors after characters with variants. */
export const plainText = (required: string, maxLength: number) =>
  z
    .string({ error: required })
    .check(
      z.trim(),
      z.minLength(1, { error: required, abort: true }),
      z.maxLength(maxLength, `Must be ${maxLength} characters or shorter`),
      visible,
    )

/** The same, but it may be empty, as a field of a form. */
export const textOrEmpty = (maxLength: number) =>
  z
    .string('Text is needed')
    .check(z.trim(), z.maxLength(maxLength, `Must be ${maxLength} characters or shorter`), visible)

/** The same, but it may be absent, in a body. */
export const optionalText = (maxLength: number) => z._default(textOrEmpty(maxLength), '')

/** Text of several lines, which may be empty. */
export const textLines = (maxLength: number) =>
  z.string('Text is needed').check(
    z.trim(),
    z.maxLength(maxLength, `Must be ${maxLength} characters or shorter`),
    z.refine(
      (text) => text.split(/\r?\n/).every((line) => !hidden.test(line.replace(allowed, ''))),
      'Must not contain invisible or control characters',
    ),
  )
