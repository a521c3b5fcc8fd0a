import { Bar, BarChart, CartesianGrid, ComposedChart, LabelList, Line, XAxis, YAxis } from 'recharts'
import type { ReportRow } from '#contract/report/report.ts'
import { formatFigure, type Unit } from './figures.ts'

const nowColor = 'var(--color-success)'
const beforeColor = 'var(--edge)'
const text = { fill: 'var(--color-base-content)', fontSize: 14 }
const line = { stroke: 'var(--edge)' }

// Its width is measured a moment after the page has become narrower.
const plot = '[&_svg]:max-w-full'

interface PlotProps {
  rows: readonly ReportRow[]
  unit: Unit
  /** What the plot shows, for those who don't see it. */
  label: string
}

/** A plot over time: bars of the period, and a dashed line of the one before. */
export function TimePlot({ rows, unit, label }: PlotProps) {
  const isShort = rows.length === 1
  return (
    <div role="img" aria-label={label} className={plot}>
      <ComposedChart
        responsive
        style={{ width: '100%', height: 260 }}
        data={[...rows]}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--color-base-300)" />
        <XAxis dataKey="name" tick={text} axisLine={line} tickLine={false} minTickGap={24} />
        <YAxis
          {...{ tick: text, axisLine: false, tickLine: false, width: 'auto', allowDecimals: unit !== 'appointments' }}
          tickFormatter={(value: number) => formatFigure(value, unit)}
        />
        <Bar dataKey="now" name="This period" fill={nowColor} maxBarSize={48} isAnimationActive={false} />
        {isShort ? (
          <Bar {...before} maxBarSize={48} />
        ) : (
          <Line
            {...{ dataKey: 'before', name: 'Period before', type: 'linear', stroke: beforeColor, strokeWidth: 2 }}
            {...{ strokeDasharray: '5 4', dot: false, activeDot: false, isAnimationActive: false }}
          />
        )}
      </ComposedChart>
      <Legend now="This period" before="Period before" />
    </div>
  )
}

const before = {
  ...{ dataKey: 'before', name: 'Period before', fill: 'transparent', stroke: beforeColor },
  ...{ strokeWidth: 1.5, strokeDasharray: '4 3', isAnimationActive: false },
}

/** Tells the period's mark from that of the period before, or of what is offered. */
function Legend({ now, before }: { now: string; before: string }) {
  return (
    <p aria-hidden="true" className="mt-2 flex flex-wrap gap-x-5 text-sm">
      <span className="flex items-center gap-2">
        <span className="h-3 w-5 bg-success" />
        {now}
      </span>
      <span className="flex items-center gap-2">
        <span className="h-3 w-5 border-2 border-edge border-dashed" />
        {before}
      </span>
    </p>
  )
}

/** A bar for each row. `compared`: beside that of the period before. `share`: within what is offered. */
export function BarPlot({ rows, unit, label, kind }: PlotProps & { kind: 'compared' | 'share' | 'alone' }) {
  if (rows.length === 0) return null
  const height = rows.length * (kind === 'alone' ? 40 : 52)
  const label14 = { fill: 'var(--color-base-content)', fontSize: 14 }
  const format = (value: unknown) => formatFigure(Number(value), unit)
  return (
    <div role="img" aria-label={label} className={plot}>
      <BarChart
        responsive
        style={{ width: '100%', height }}
        {...{ data: [...rows], layout: 'vertical', accessibilityLayer: false, barGap: 2, barCategoryGap: 8 }}
        margin={{ top: 0, right: 64, bottom: 0, left: 0 }}
      >
        <XAxis type="number" hide />
        <YAxis
          {...{ type: 'category', dataKey: 'name', width: 132, tick: text, axisLine: line, tickLine: false }}
          interval={0}
        />
        <Bar dataKey="now" name={kind === 'share' ? 'Used' : 'This period'} fill={nowColor} isAnimationActive={false}>
          <LabelList dataKey="now" position="right" formatter={format} {...label14} />
        </Bar>
        {kind !== 'alone' && (
          <Bar {...before} {...(kind === 'share' && { dataKey: 'of', name: 'Offered' })}>
            <LabelList
              dataKey={kind === 'share' ? 'of' : 'before'}
              position="right"
              formatter={format}
              {...label14}
              fill="var(--quiet)"
            />
          </Bar>
        )}
      </BarChart>
      {kind === 'compared' && <Legend now="This period" before="Period before" />}
      {kind === 'share' && <Legend now="Used" before="Offered" />}
    </div>
  )
}
