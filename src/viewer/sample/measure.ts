import { chance } from './chance.ts'
import { daysIn } from './periods.ts'

export interface Measured {
  readonly name: string
  readonly type?: string | undefined
  readonly format?: string | undefined
}

type Nature = 'share' | 'stock' | 'count' | 'average' | 'money'

const natureOf = ({ name, type, format }: Measured): Nature => {
  const own = (name.split(' ')[0] ?? name).split('.').at(-1)?.toLowerCase() ?? name
  if (/on_hand|stock|inventory|quantity|units/.test(own)) return 'count'
  if (format === 'percent' || /rate|share|percent|ratio|probability/.test(own)) return 'share'
  if (/closing|opening|balance/.test(own)) return 'stock'
  if (/average|avg|mean|median|price/.test(own) || type === 'avg') return 'average'
  if (format === 'currency' || /revenue|amount|cost|margin|flow|value|sales|spend|refund/.test(own)) return 'money'
  return 'count'
}

/** A measure's value per day. */
const DAILY: Readonly<Record<'count' | 'money', number>> = { count: 38, money: 12_400 }

/** `share`: this row's part of the total; `days`: the length of its period. */
export function measureAt(measure: Measured, row: string, share: number, days: number, swing = 1): number {
  const own = measure.name.split('.').at(-1) ?? measure.name
  const noise = chance(`${own}|${row}`)
  const size = 0.7 + chance(own) * 0.6
  switch (natureOf(measure)) {
    case 'share':
      return round(0.16 + noise * 0.1 + chance(own) * 0.08, 4)
    case 'stock':
      return round(1_180_000 * size * Math.max(share, 0.02) * (0.9 + noise * 0.2) * swing, 2)
    case 'average':
      return round(180 * size * (0.75 + noise * 0.5), 2)
    case 'money':
      return round(DAILY.money * size * factorOf(own) * days * share * (0.86 + noise * 0.28) * swing, 2)
    case 'count':
      return Math.max(1, Math.round(DAILY.count * size * days * share * (0.86 + noise * 0.28) * swing))
  }
}

/** A part is less than its whole. */
const factorOf = (own: string): number => {
  if (/margin|weighted|refund/.test(own)) return 0.35
  if (/cost|outflow/.test(own)) return 0.8
  return 1
}

/** Growth, and yearly and weekly seasons. */
export function swingAt(period: string, grain: string, index: number, count: number): number {
  const time = new Date(`${period.slice(0, 19)}Z`)
  const year = Math.sin(((time.getUTCMonth() + time.getUTCDate() / 31) / 12) * 2 * Math.PI - 2)
  const week = daysIn(grain) <= 1 && [0, 6].includes(time.getUTCDay()) ? 0.55 : 1
  const growth = 0.86 + (0.28 * index) / Math.max(1, count - 1)
  return growth * (1 + 0.12 * year) * week
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits))
