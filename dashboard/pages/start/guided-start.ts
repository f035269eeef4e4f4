// Loaded together: each part that is loaded on its own splits what the first page needs into more files.
export { Checklist } from './checklist.tsx';
export { NewProjectPage } from './new-project-page.tsx';
export { StartPage } from './start-page.tsx';
