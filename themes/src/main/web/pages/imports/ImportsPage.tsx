// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useMemo, useState } from "react";
import { hashOf } from "../../console/route";
import { useRealm, type Realm } from "../../console/realm";
import { useLanguage } from "../../language/language";
import { Failure } from "../../parts/Failure";
import { Loading } from "../../parts/Loading";
import { PageHeader } from "../../parts/PageHeader";
import { usePolling } from "../../parts/usePolling";
import type { ContentProps } from "../content";
import { History } from "./History";
import { ImportForm } from "./ImportForm";
import { Imports, type Order } from "./imports";
import { JobView } from "./JobView";
import { newJobId } from "./jobId";
import { Uploads } from "./uploads";

/** Uploads of each realm, kept while the console is open. */
const uploadsByRealm = new Map<string, { readonly imports: Imports; readonly uploads: Uploads }>();

function importsOf(realm: Realm) {
    const known = uploadsByRealm.get(realm.name);
    if (known) {
        return known;
    }
    const imports = new Imports(realm);
    const created = { imports, uploads: new Uploads(imports) };
    uploadsByRealm.set(realm.name, created);
    return created;
}

/** A form for new imports and the history; with the id of a job in the address, that job. */
export default function ImportsPage({ rest }: ContentProps) {
    const { t } = useLanguage();
    const realm = useRealm();
    const { imports, uploads } = useMemo(() => importsOf(realm), [realm]);
    const ask = useCallback((signal: AbortSignal) => imports.kinds(signal), [imports]);
    const { value: kinds, error, refresh } = usePolling(ask, undefined);
    const [repeated, setRepeated] = useState<Order>();
    const [id] = rest;

    const start = (order: Order) => {
        uploads.start(order);
        location.hash = hashOf(realm.name, "imports", order.job);
    };

    if (error !== undefined) {
        return <Failure error={error} onRetry={refresh} />;
    }
    if (!kinds) {
        return <Loading />;
    }
    if (id !== undefined) {
        return (
            <JobView
                key={id}
                id={id}
                imports={imports}
                uploads={uploads}
                onInEarnest={(order) => start({ ...order, dryRun: false, job: newJobId(order.kind), named: false })}
                onChange={setRepeated}
            />
        );
    }
    return (
        <>
            <PageHeader page="imports" about={t("imports.about")} />
            <ImportForm kinds={kinds.filter((kind) => kind.permitted)} initial={repeated} onStart={start} />
            <History imports={imports} />
        </>
    );
}
