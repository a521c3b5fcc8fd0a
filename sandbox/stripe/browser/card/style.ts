/** The style option of a card element: https://docs.stripe.com/js/appendix/style */
export type CardStyle = { [variant: string]: Variant | undefined }
type Variant = { [property: string]: string | number | Properties | undefined }
type Properties = { [property: string]: string | number | undefined }

const allowedProperties = [
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
const pseudoSelectors = [':hover', ':focus', '::placeholder', '::selection', ':-webkit-autofill', ':disabled']
const variants = { base: 'input', complete: '.complete input', empty: '.empty input', invalid: 'input.invalid' }

/** Returns a style sheet with the allowed properties. Each value is set through the CSSOM, so that it can't inject a
 *  rule. */
export function toStyleSheet(style: CardStyle): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  for (const [variant, selector] of Object.entries(variants)) {
    const variantStyle = style[variant] ?? {}
    addRule(sheet, selector, variantStyle)
    for (const pseudo of pseudoSelectors) {
      const properties = variantStyle[pseudo]
      if (typeof properties === 'object') addRule(sheet, selector + pseudo, properties)
    }
    const { iconColor } = variantStyle
    if (typeof iconColor === 'string') addIcon(sheet, variant, iconColor)
  }
  return sheet
}

function addRule(sheet: CSSStyleSheet, selector: string, variantStyle: Variant) {
  const rule = insertRule(sheet, selector)
  for (const name of allowedProperties) {
    const value = variantStyle[name]
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    rule?.style.setProperty(property, String(value))
  }
}

function addIcon(sheet: CSSStyleSheet, variant: string, color: string) {
  const selector = variant === 'base' ? '.brand' : `.${variant} .brand`
  insertRule(sheet, selector)?.style.setProperty('color', color)
}

function insertRule(sheet: CSSStyleSheet, selector: string) {
  const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
  return rule instanceof CSSStyleRule ? rule : undefined
}

/** Adds the page's fonts; the frame's Content-Security-Policy decides which of them load:
 *  https://docs.stripe.com/js/appendix/custom_font_source_object */
export function addFonts(sources: unknown) {
  if (!Array.isArray(sources)) return
  for (const { family, src, display, style, unicodeRange, weight } of sources.map(Object)) {
    if (typeof family !== 'string' || typeof src !== 'string') continue
    document.fonts.add(new FontFace(family, src, { display, style, unicodeRange, weight }))
  }
}
