// These packages ship no types. Here is what receipts use.
declare module 'subset-font' {
  /** Returns a font file with all its glyphs, at one place of its axes, in the target format. */
  function subsetFont(
    file: Buffer,
    text: undefined,
    options: { keepAllGlyphs: true; variationAxes: Record<string, number>; targetFormat: 'sfnt' },
  ): Promise<Buffer>
  export = subsetFont
}

declare module 'linebreak' {
  /** Finds where a line may end (UAX #14). */
  class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
  export = LineBreaker
}
