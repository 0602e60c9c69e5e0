export { counterStore } from './store.ts';
