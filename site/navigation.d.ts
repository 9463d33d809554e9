export interface Shelf {
  readonly title: string;
  /** Pages, relative to the repository. */
  readonly items: readonly string[];
  readonly groups?: readonly Shelf[];
}

export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly SidebarItem[];
}

export function titleOf(file: string): string;
export function plain(markdown: string): string;
export function descriptionOf(markdown: string): string;
export function shelves(): readonly Shelf[];
export function sidebar(): Readonly<Record<string, readonly SidebarItem[]>>;
