/** The reports, and the names that their rows can be in the order of. */
export const REPORTS = {
  report_brands: { names: ['brand_id', 'brand_name'] },
  report_domains: { names: ['domain', 'retrievals'] },
  report_urls: { names: ['url'] },
};
const FORMATS = ['application/x-ndjson', 'text/csv', 'application/vnd.apache.parquet'];

/** The operations that change nothing are those whose answers have an ETag. */
export function listReads({ paths }) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) => {
      const { operationId: id, parameters = [], requestBody, responses } = described;
      if (!parameters.some(({ name }) => name === 'If-None-Match')) return [];
      const schema = requestBody?.content['application/json']?.schema;
      const formats = FORMATS.filter((type) => type in responses['200'].content);
      return [
        {
          id,
          method: method.toUpperCase(),
          path,
          parameters,
          schema,
          formats,
          answer: responses['200'].content['application/json'].schema,
        },
      ];
    }),
  );
}

/** The fields that a report can be asked by, in each place of a request. */
export function listFields({ id, schema, answer }) {
  const { dimensions, filters } = schema.properties;
  const names = dimensions.items.enum;
  const row = answer.properties.data.items.properties;
  const metrics = Object.keys(row).filter((name) => ['number', 'integer'].includes(row[name].type));
  return {
    dimensions: names,
    filters: filters.items.properties.field.enum,
    having: metrics,
    order_by: [...metrics, ...REPORTS[id].names, ...names],
  };
}

export function pickOperation({ random, operations }, ids) {
  const wanted = random.pick(ids);
  return operations.find(({ id }) => id === wanted);
}
