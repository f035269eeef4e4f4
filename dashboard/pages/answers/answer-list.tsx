import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { brandsQuery } from '../../api/queries.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { useSelection } from '../../filters/view.tsx';
import { useLocation } from '../../routing/location.ts';
import { NoBrands } from '../empty-states.tsx';
import { readAnswerFilter } from './answer-filter.ts';
import { AnswerTable } from './answer-table.tsx';

/** All answers of the selection. */
export function AnswerList() {
  const selection = useSelection();
  const location = useLocation();
  const brands = useQuery(brandsQuery(selection.project));
  const filter = useMemo(
    () => readAnswerFilter(location, { brands: brands.data ?? [], chosen: selection.brands }),
    [location, brands.data, selection.brands],
  );
  if (brands.error) return <Failure error={brands.error} onRetry={() => void brands.refetch()} />;
  if (!brands.data) return <Loading />;
  if (brands.data.length === 0) return <NoBrands title="Answers" />;
  return (
    <div className="page">
      <AnswerTable
        filter={filter}
        heading={(count) => (
          <header className="page-head">
            <h1>Answers</h1>
            <p className="quiet">{count}</p>
          </header>
        )}
      />
    </div>
  );
}
