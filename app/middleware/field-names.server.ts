import type { $ZodType, $ZodTypes } from 'zod/v4/core'

/**
 * The field names in a form's schema: the keys of its object. No form has nested objects.
 * @throws Error if the schema is of a kind that no form uses
 */
export function fieldNames(schema: $ZodType): Set<string> {
  const { def } = (schema as $ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return new Set(Object.keys(def.shape))
    case 'pipe':
      return new Set([...fieldNames(def.in), ...fieldNames(def.out)])
    case 'union':
      return new Set(def.options.flatMap((option) => [...fieldNames(option)]))
    case 'transform':
      return new Set()
    default:
      throw new Error(`Forms cannot be read with a zod schema of type ${def.type}. Use an object.`)
  }
}
