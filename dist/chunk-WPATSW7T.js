// src/store-tables.ts
function tablesOf(store) {
  const names = store.all(
    "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name"
  );
  return names.map(([name]) => String(name));
}
function columnsOf(store, table) {
  return store.all("SELECT name FROM pragma_table_info(?)", table).map(([name]) => String(name));
}
function timeColumnOf(store, table) {
  const columns = columnsOf(store, table);
  return ["poll_timestamp", "timestamp"].find((name) => columns.includes(name));
}

export {
  tablesOf,
  columnsOf,
  timeColumnOf
};
