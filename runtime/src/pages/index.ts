export type {
  ElementDescription,
  FieldDescription,
  HeaderDescription,
  HierarchyDescription,
  OperationDescription,
  PagesDescription,
} from './pages-description.ts';
export { createPages, type ServicePages } from './service-pages.ts';
