import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink, type LinkProps } from '@tanstack/react-router';
import type { To } from '../screen-paths.js';

const RouterAnchor = createLink(Anchor<'a'>);

type ScreenLinkProps = To & AnchorProps & Pick<ComponentPropsWithoutRef<'a'>, 'aria-label'> & { readonly children: ReactNode };

/** A link to a screen of this console. */
export function ScreenLink({ to, params, search, ...anchor }: ScreenLinkProps) {
  return <RouterAnchor inherit {...({ to, params, search } as LinkProps)} {...anchor} />;
}
