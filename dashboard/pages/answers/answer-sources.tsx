import type { ChatContent } from '../../api/types.ts';
import { formatCount } from '../../format.ts';

/** The sources of an answer: cited pages first, then pages that were only retrieved. */
export function SourceList({ sources }: { sources: ChatContent['sources'] }) {
  if (sources.length === 0) return <p className="quiet">No sources.</p>;
  const order = [...sources].sort((a, b) => b.citation_count - a.citation_count);
  return (
    <ol className="source-list">
      {order.map(({ url, url_normalized, domain, title, citation_count }) => (
        <li key={url_normalized}>
          {/^https?:\/\//i.test(url) ? (
            <a href={url} target="_blank" rel="noopener noreferrer nofollow">
              {title || url_normalized}
            </a>
          ) : (
            <span>{title || url}</span>
          )}
          <span className="quiet">
            {domain} · {citation_count === 0 ? 'retrieved, not cited' : formatCount(citation_count, 'citation')}
          </span>
        </li>
      ))}
    </ol>
  );
}
