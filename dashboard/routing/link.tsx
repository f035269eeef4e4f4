import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { withShareToken } from '../share-token.ts';
import { navigate } from './location.ts';

/** A link inside the dashboard. It does not reload the page, and can be copied or opened in a new tab like any other. */
export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (event.defaultPrevented) return;
    if (opensElsewhere) {
      lendToken(event);
      return;
    }
    event.preventDefault();
    navigate(href);
  };
  return <a {...rest} href={href} onClick={follow} onAuxClick={lendToken} onContextMenu={lendToken} />;
}

/** Another tab needs the token of a shared view. The link has it only while the browser reads it: printed pages do not. */
function lendToken({ currentTarget: link }: MouseEvent<HTMLAnchorElement>): void {
  const { href } = link;
  if (withShareToken(href) === href) return;
  link.href = withShareToken(href);
  setTimeout(() => {
    link.href = href;
  });
}
