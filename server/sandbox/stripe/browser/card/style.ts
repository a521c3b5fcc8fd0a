/** How a card field looks, as the page wishes it: https://docs.stripe.com/js/appendix/style */
export type CardStyle = { [variant: string]: Variant | undefined }
type Variant = { [property: string]: string | number | Properties | undefined }
type Properties = { [property: string]: string | number | undefined }

const allowed = [
  'backgroundColor',
  'color',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'textAlign',
  'textDecoration',
  'textShadow',
  'textTransform',
]
const parts = [':hover', ':focus', '::placeholder', '::selection', ':-webkit-autofill', ':disabled']
const variants = { base: 'input', complete: '.complete input', empty: '.empty input', invalid: 'input.invalid' }

/** A sheet of the wishes that may be granted. Values are set one by one, so that none of them can become a rule. */
export function sheetOf(style: CardStyle): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  for (const [variant, selector] of Object.entries(variants)) {
    const wished = style[variant] ?? {}
    addRule(sheet, selector, wished)
    for (const part of parts) {
      const properties = wished[part]
      if (typeof properties === 'object') addRule(sheet, selector + part, properties)
    }
    const { iconColor } = wished
    if (typeof iconColor === 'string') addIcon(sheet, variant, iconColor)
  }
  return sheet
}

function addRule(sheet: CSSStyleSheet, selector: string, wished: Variant) {
  const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
  if (!(rule instanceof CSSStyleRule)) return
  for (const name of allowed) {
    const value = wished[name]
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    rule.style.setProperty(property, String(value))
  }
}

function addIcon(sheet: CSSStyleSheet, variant: string, color: string) {
  const selector = variant === 'base' ? '.brand' : `.${variant} .brand`
  const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
  if (rule instanceof CSSStyleRule) rule.style.setProperty('color', color)
}

/** Adds fonts that the page names, as far as the frame's policy lets them load:
 *  https://docs.stripe.com/js/appendix/custom_font_source_object */
export function addFonts(sources: unknown) {
  if (!Array.isArray(sources)) return
  for (const { family, src, display, style, unicodeRange, weight } of sources.map(Object)) {
    if (typeof family !== 'string' || typeof src !== 'string') continue
    document.fonts.add(new FontFace(family, src, { display, style, unicodeRange, weight }))
  }
}
