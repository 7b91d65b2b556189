/** The members of a small data model. */
export const MODEL: Readonly<Record<string, readonly string[]>> = {
  orders: ['count', 'net_revenue', 'amount', 'status', 'channel', 'ordered_at', 'is_refund', 'customer_id', 'id'],
  customers: ['count', 'id', 'name', 'city', 'kind', 'created_at', 'orders'],
  sales: ['revenue', 'region', 'month', 'customers_city', 'count'],
  events: ['order', 'date', 'user', 'rows', 'value', 'count', 'camelCase', 'select'],
  größen: ['zahl', 'straße'],
}

/** An SQL with what it uses, what is missing, and why some of it was not checked. */
export type SqlCase = readonly [sql: string, uses: string, missing?: string, notChecked?: string]
