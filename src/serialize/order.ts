import { isMap, objectOf } from '@boardwright/common'
import { z } from 'zod'
import type { FreeForm } from '../content/model.ts'

/** Known keys in schema order, then the others. Free-form regions keep their order. */
export function orderKeys(schema: z.ZodType, value: unknown): unknown {
  const type = unwrap(schema)
  if (type instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => orderKeys(type.element as z.ZodType, item))
  if (!isMap(value)) return value
  if (type instanceof z.ZodRecord) return mapValues(value, (each) => orderKeys(type.valueType as z.ZodType, each))
  if (!(type instanceof z.ZodObject)) return value
  const { shape } = type
  const known = Object.keys(shape).filter((key) => Object.hasOwn(value, key))
  const others = Object.keys(value).filter((key) => !Object.hasOwn(shape, key))
  return objectOf([
    ...known.map((key) => [key, orderKeys(shape[key] as z.ZodType, value[key])] as const),
    ...others.map((key) => [key, value[key]] as const),
  ])
}

const unwrap = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? unwrap(schema.unwrap() as z.ZodType) : schema

export const mapValues = (map: FreeForm, change: (value: unknown, key: string) => unknown): FreeForm =>
  objectOf(Object.entries(map).map(([key, value]) => [key, change(value, key)]))
