import { z } from 'zod/mini'

// Unicode's control, format, surrogate, and line and paragraph separator characters, and others that show nothing, such as fillers: they
// turn text around, hide in it or break it.
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
// Persian, Hindi and other scripts join or part two letters by a joiner; Japanese, Mongolian and emoji choose a form by a variation selector.
const useful =
  /(?<=[\p{L}\p{M}])[\u200C\u200D](?=[\p{L}\p{M}])|(?<=[\p{Ideographic}\p{Script=Mongolian}\p{Extended_Pictographic}])\p{Variation_Selector}/gu

/** Text that a person typed on one line: trimmed, not empty, at most `longest` characters, all of them visible. A zero-width joiner or
 *  non-joiner is allowed between two letters, a variation selector after what has variants. */
export const plainText = (required: string, longest: number) =>
  z.string({ error: required }).check(
    z.trim(),
    z.minLength(1, { error: required, abort: true }),
    z.maxLength(longest, `Must be ${longest} characters or shorter`),
    z.refine((text) => !hidden.test(text.replace(useful, '')), 'Must not contain invisible or control characters'),
  )
