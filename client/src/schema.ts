/**
 * The API's types, made from its OpenAPI document by `npm run console:types`. Not to be edited.
 */

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where the documentation is */
        get: operations["read_root__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the service up?
         * @description Touches neither the database nor another service.
         */
        get: operations["heartbeat_heartbeat_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replicate_mode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What does this deployment accept? */
        get: operations["replicate_mode_replicate_mode_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/me/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What may I do?
         * @description Works with any valid key, on every deployment.
         */
        get: operations["get_current_user_roles_model_references_v2_me_roles_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What this API version is */
        get: operations["read_v2_reference_api_info"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/model_categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The names of all categories */
        get: operations["read_v2_references_names"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/{model_category_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All records of a category */
        get: operations["read_v2_reference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/{model_category_name}/model/{model_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One record */
        get: operations["read_v2_single_model"];
        /**
         * Propose to replace a record
         * @description The body is validated as a record of the category in the path, and replaces the whole record: fields that are not sent are gone.
         */
        put: operations["update_v2_model"];
        post?: never;
        /** Propose to delete a record */
        delete: operations["delete_v2_model"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/{model_category_name}/model/{model_name}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of a model
         * @description Who wrote it, when, by which change and batch, and what that changed. A model may have any name: where a live model is called `{model_name}/history`, this path reads that model. A slash that is percent-encoded belongs to the name: `…/model/a%2Fhistory` is never this view.
         */
        get: operations["read_v2_model_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/{model_category_name}/model/{model_name}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The files of a model, and what is known of them
         * @description A model may have any name: where a live model is called `{model_name}/files`, this path reads that model.
         */
        get: operations["read_v2_model_files"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/{model_category_name}/model/{model_name}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much a model has been used, day by day
         * @description The latest days that there is a sample of, the oldest first. Samples are taken once a day (UTC) and kept as `USAGE_HISTORY_DAYS` says; days on which the usage source did not answer, or the model had neither a use in a month nor a worker, are missing. Who serves it now: `…/statistics/{model_category_name}/with-stats`. A model may have any name: where a live model is called `{model_name}/usage`, this path reads that model.
         */
        get: operations["read_v2_model_usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/image_generation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All image_generation records */
        get: operations["read_v2_image_generation_all"];
        put?: never;
        /** Propose a new image_generation record */
        post: operations["create_v2_image_generation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/image_generation/model/{model_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One image_generation record */
        get: operations["read_v2_image_generation_one"];
        /**
         * Propose to replace a image_generation record
         * @description Replaces the whole record: fields that are not sent are gone.
         */
        put: operations["update_v2_image_generation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All text_generation records */
        get: operations["read_v2_text_generation_all"];
        put?: never;
        /** Propose a new text_generation record */
        post: operations["create_v2_text_generation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/model/{model_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One text_generation record */
        get: operations["read_v2_text_generation_one"];
        /**
         * Propose to replace a text_generation record
         * @description Replaces the whole record: fields that are not sent are gone.
         */
        put: operations["update_v2_text_generation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/clip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All clip records */
        get: operations["read_v2_clip_all"];
        put?: never;
        /** Propose a new clip record */
        post: operations["create_v2_clip"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/clip/model/{model_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One clip record */
        get: operations["read_v2_clip_one"];
        /**
         * Propose to replace a clip record
         * @description Replaces the whole record: fields that are not sent are gone.
         */
        put: operations["update_v2_clip"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/controlnet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All controlnet records */
        get: operations["read_v2_controlnet_all"];
        put?: never;
        /** Propose a new controlnet record */
        post: operations["create_v2_controlnet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/controlnet/model/{model_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One controlnet record */
        get: operations["read_v2_controlnet_one"];
        /**
         * Propose to replace a controlnet record
         * @description Replaces the whole record: fields that are not sent are gone.
         */
        put: operations["update_v2_controlnet"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/blip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All blip records */
        get: operations["read_v2_blip_all"];
        put?: never;
        /** Propose a new blip record */
        post: operations["create_v2_blip"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/blip/model/{model_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One blip record */
        get: operations["read_v2_blip_one"];
        /**
         * Propose to replace a blip record
         * @description Replaces the whole record: fields that are not sent are gone.
         */
        put: operations["update_v2_blip"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/esrgan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All esrgan records */
        get: operations["read_v2_esrgan_all"];
        put?: never;
        /** Propose a new esrgan record */
        post: operations["create_v2_esrgan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/esrgan/model/{model_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One esrgan record */
        get: operations["read_v2_esrgan_one"];
        /**
         * Propose to replace a esrgan record
         * @description Replaces the whole record: fields that are not sent are gone.
         */
        put: operations["update_v2_esrgan"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/gfpgan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All gfpgan records */
        get: operations["read_v2_gfpgan_all"];
        put?: never;
        /** Propose a new gfpgan record */
        post: operations["create_v2_gfpgan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/gfpgan/model/{model_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One gfpgan record */
        get: operations["read_v2_gfpgan_one"];
        /**
         * Propose to replace a gfpgan record
         * @description Replaces the whole record: fields that are not sent are gone.
         */
        put: operations["update_v2_gfpgan"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/codeformer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All codeformer records */
        get: operations["read_v2_codeformer_all"];
        put?: never;
        /** Propose a new codeformer record */
        post: operations["create_v2_codeformer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/codeformer/model/{model_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One codeformer record */
        get: operations["read_v2_codeformer_one"];
        /**
         * Propose to replace a codeformer record
         * @description Replaces the whole record: fields that are not sent are gone.
         */
        put: operations["update_v2_codeformer"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/safety_checker": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All safety_checker records */
        get: operations["read_v2_safety_checker_all"];
        put?: never;
        /** Propose a new safety_checker record */
        post: operations["create_v2_safety_checker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/safety_checker/model/{model_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One safety_checker record */
        get: operations["read_v2_safety_checker_one"];
        /**
         * Propose to replace a safety_checker record
         * @description Replaces the whole record: fields that are not sent are gone.
         */
        put: operations["update_v2_safety_checker"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/video_generation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All video_generation records */
        get: operations["read_v2_video_generation_all"];
        put?: never;
        /** Propose a new video_generation record */
        post: operations["create_v2_video_generation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/video_generation/model/{model_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One video_generation record */
        get: operations["read_v2_video_generation_one"];
        /**
         * Propose to replace a video_generation record
         * @description Replaces the whole record: fields that are not sent are gone.
         */
        put: operations["update_v2_video_generation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/audio_generation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All audio_generation records */
        get: operations["read_v2_audio_generation_all"];
        put?: never;
        /** Propose a new audio_generation record */
        post: operations["create_v2_audio_generation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/audio_generation/model/{model_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One audio_generation record */
        get: operations["read_v2_audio_generation_one"];
        /**
         * Propose to replace a audio_generation record
         * @description Replaces the whole record: fields that are not sent are gone.
         */
        put: operations["update_v2_audio_generation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/miscellaneous": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All miscellaneous records */
        get: operations["read_v2_miscellaneous_all"];
        put?: never;
        /** Propose a new miscellaneous record */
        post: operations["create_v2_miscellaneous"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/miscellaneous/model/{model_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One miscellaneous record */
        get: operations["read_v2_miscellaneous_one"];
        /**
         * Propose to replace a miscellaneous record
         * @description Replaces the whole record: fields that are not sent are gone.
         */
        put: operations["update_v2_miscellaneous"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/lora": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All lora records */
        get: operations["read_v2_lora_all"];
        put?: never;
        /** Propose a new lora record */
        post: operations["create_v2_lora"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/lora/model/{model_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One lora record */
        get: operations["read_v2_lora_one"];
        /**
         * Propose to replace a lora record
         * @description Replaces the whole record: fields that are not sent are gone.
         */
        put: operations["update_v2_lora"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/ti": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All ti records */
        get: operations["read_v2_ti_all"];
        put?: never;
        /** Propose a new ti record */
        post: operations["create_v2_ti"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/ti/model/{model_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One ti record */
        get: operations["read_v2_ti_one"];
        /**
         * Propose to replace a ti record
         * @description Replaces the whole record: fields that are not sent are gone.
         */
        put: operations["update_v2_ti"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/{model_category_name}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search a category
         * @description Records that pass every filter.
         */
        get: operations["search_category_model_references_v2__model_category_name__search_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search all categories
         * @description Categories come in their order. Records of the same name in several categories are all found; `record_type` tells them apart.
         */
        get: operations["search_all_model_references_v2_search_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/{model_category_name}/popular": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The most used models
         * @description By live usage of the horde. Empty for categories whose usage nobody counts, and while the usage service does not answer.
         */
        get: operations["popular_models_model_references_v2__model_category_name__popular_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/statistics/{model_category_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counts and distributions of a category
         * @description Of all its models: `limit` and `offset` change no number but `returned_models`, the size of that window. Computed anew when the category changes.
         */
        get: operations["read_v2_category_statistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/statistics/{model_category_name}/with-stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The live usage of all models */
        get: operations["read_models_with_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/statistics/{model_category_name}/deletion-risk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which models are worth keeping?
         * @description By usage, workers, downloads and completeness; most used first. While the usage service does not answer, its last good data is used, as old as `Age` says.
         */
        get: operations["read_v2_category_deletion_risk"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Files, by what is known of them
         * @description Every file that a live record tells workers to download, the worst verdict first. It is read from what was learned before: nobody is called.
         */
        get: operations["read_v2_files"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/files/marks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Models whose files are not as they should be
         * @description One mark for each, the worst of its files: for lists of models.
         */
        get: operations["read_v2_file_marks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/files/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Verdicts that became other ones */
        get: operations["read_v2_file_changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/files/by-hash/{sha256}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which models have a file of this SHA-256 */
        get: operations["read_v2_files_by_hash"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/files/repairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose what the hosts of files say
         * @description Queues an ordinary update for each model: a fixed revision in the place of a branch, the new address of what moved, a hash or size that is missing. Each carries the evidence in its notes and metadata. Never another hash than the record has. A model with open repairs is left out.
         */
        post: operations["propose_file_repairs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/files/learned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was learned of files, in the order in which it was
         * @description For replicas: what hosts say of the addresses that live records name, the verdicts that were noted, and how they changed. Read on from `next` until `has_more` is false; later, from there. What has changed comes again, so the last word on an address counts. A 410 means: start again.
         */
        get: operations["read_v2_files_learned"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/{model_category_name}/pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The records that wait in the review queue
         * @description Creates and updates that are pending or approved; the latest per model. Any valid key will do.
         */
        get: operations["read_v2_reference_pending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a record from a link
         * @description Looks at the link (2 MiB at most) and answers with a record to propose, where each field comes from, what to look at, and what is there already. Stores nothing.
         */
        post: operations["draft_model_record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/{model_category_name}/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose a new record
         * @description The body is validated as a record of the category in the path.
         */
        post: operations["create_v2_model"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/parse_name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Take a name apart */
        get: operations["parse_name_model_references_v2_text_generation_parse_name_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/compose_name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a name together
         * @description Writes nothing.
         */
        post: operations["compose_name_model_references_v2_text_generation_compose_name_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/distinct_baselines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The baselines of all text models */
        get: operations["get_distinct_baselines_model_references_v2_text_generation_distinct_baselines_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which model is meant? */
        get: operations["resolve_name_model_references_v2_text_generation_resolve_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/{model_name}/name_exception": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Propose to exempt a model from its group’s naming schema
         * @description Queues an update of the record, on a deployment of either canonical format.
         */
        put: operations["set_name_exception_model_references_v2_text_generation__model_name__name_exception_put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The names of all groups */
        get: operations["list_groups_model_references_v2_text_generation_groups_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/groups/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All groups, in one line each */
        get: operations["list_groups_summary_model_references_v2_text_generation_groups_summary_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/groups/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is odd about groups */
        get: operations["check_groups_health_model_references_v2_text_generation_groups_health_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/group": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All of one group */
        get: operations["get_group_model_references_v2_text_generation_group_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/group/{group_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All of one group */
        get: operations["get_group_model_references_v2_text_generation_group__group_name__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/group/common_fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Propose to set fields of all canonical members
         * @description Queues one update per member, or none, on a deployment of either canonical format. An explicit null clears a field.
         */
        put: operations["update_group_common_fields_model_references_v2_text_generation_group_common_fields_put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/group/{group_name}/common_fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Propose to set fields of all canonical members
         * @description Queues one update per member, or none, on a deployment of either canonical format. An explicit null clears a field.
         */
        put: operations["update_group_common_fields_model_references_v2_text_generation_group__group_name__common_fields_put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/group/name_schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The naming schema of a group
         * @description The saved one (of the group, or of the group it is an alias of), or else the inferred one.
         */
        get: operations["get_group_name_schema_model_references_v2_text_generation_group_name_schema_get"];
        /**
         * Save a naming schema
         * @description Over the saved one, or else over the defaults. The group need not have models.
         */
        put: operations["update_group_name_schema_model_references_v2_text_generation_group_name_schema_put"];
        post?: never;
        /** Go back to the inferred naming schema */
        delete: operations["delete_group_name_schema_model_references_v2_text_generation_group_name_schema_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/group/{group_name}/name_schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The naming schema of a group
         * @description The saved one (of the group, or of the group it is an alias of), or else the inferred one.
         */
        get: operations["get_group_name_schema_model_references_v2_text_generation_group__group_name__name_schema_get"];
        /**
         * Save a naming schema
         * @description Over the saved one, or else over the defaults. The group need not have models.
         */
        put: operations["update_group_name_schema_model_references_v2_text_generation_group__group_name__name_schema_put"];
        post?: never;
        /** Go back to the inferred naming schema */
        delete: operations["delete_group_name_schema_model_references_v2_text_generation_group__group_name__name_schema_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/aliases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All alias entries */
        get: operations["list_aliases_model_references_v2_text_generation_aliases_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/aliases/{canonical}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The aliases of a group */
        get: operations["get_alias_model_references_v2_text_generation_aliases__canonical__get"];
        /**
         * Replace the aliases of a group
         * @description An alias that is given twice is kept once. An empty list stays an entry.
         */
        put: operations["set_aliases_model_references_v2_text_generation_aliases__canonical__put"];
        post?: never;
        /** Remove all aliases of a group */
        delete: operations["delete_aliases_model_references_v2_text_generation_aliases__canonical__delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/aliases/{canonical}/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an alias
         * @description Adding it again changes nothing.
         */
        post: operations["add_alias_model_references_v2_text_generation_aliases__canonical__add_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/aliases/{canonical}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove an alias
         * @description The entry goes with its last alias.
         */
        post: operations["remove_alias_model_references_v2_text_generation_aliases__canonical__remove_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/families": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All families */
        get: operations["list_families_model_references_v2_text_generation_families_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/families/detect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest families
         * @description Groups whose names share their first words, words being separated by `-`. Nothing is stored.
         */
        get: operations["detect_family_suggestions_model_references_v2_text_generation_families_detect_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/families/{family_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One family */
        get: operations["get_family_model_references_v2_text_generation_families__family_name__get"];
        /**
         * Create or replace a family
         * @description Members are kept once each, and sorted. They need not be groups of models.
         */
        put: operations["set_family_model_references_v2_text_generation_families__family_name__put"];
        post?: never;
        /** Delete a family */
        delete: operations["delete_family_model_references_v2_text_generation_families__family_name__delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/families/{family_name}/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a group to a family
         * @description Adding it again changes nothing.
         */
        post: operations["add_family_member_model_references_v2_text_generation_families__family_name__add_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/text_generation/families/{family_name}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a group from a family
         * @description The family goes with its last member.
         */
        post: operations["remove_family_member_model_references_v2_text_generation_families__family_name__remove_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes
         * @description For approvers. In ascending id; filters are combined.
         */
        get: operations["list_pending_changes_model_references_v2_pending_queue_changes_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/my_changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's own changes
         * @description For requestors.
         */
        get: operations["list_my_pending_changes_model_references_v2_pending_queue_my_changes_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/changes/{change_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One change
         * @description For approvers.
         */
        get: operations["read_pending_change_model_references_v2_pending_queue_changes__change_id__get"];
        /**
         * Propose a new version of a change
         * @description For requestors. Only by its requestor, while it is pending or approved; it keeps its id and its history, and an approval is taken away. At most 20 versions.
         */
        put: operations["revise_pending_change_model_references_v2_pending_queue_changes__change_id__put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/changes/{change_id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a change would do
         * @description For approvers. The change against the current record, field by field. A delete shows every field as removed.
         */
        get: operations["get_pending_change_diff_model_references_v2_pending_queue_changes__change_id__diff_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/diffs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What several changes would do
         * @description For approvers. As the diff of each.
         */
        get: operations["get_pending_changes_diffs_model_references_v2_pending_queue_diffs_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove changes from the queue
         * @description For approvers. What was applied stays live, and the audit trail stays whole.
         */
        post: operations["purge_pending_changes_model_references_v2_pending_queue_purge_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve and reject changes
         * @description For approvers. All or nothing. Approved changes join the open batch; without one, a new batch is opened.
         */
        post: operations["process_pending_batch_model_references_v2_pending_queue_batches_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/changes/{change_id}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply one approved change
         * @description For approvers. Safe to repeat with the same job_id.
         */
        post: operations["apply_pending_change_endpoint_model_references_v2_pending_queue_changes__change_id__apply_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply approved changes
         * @description For approvers. In the order given, up to the first failure; what came before it stays applied. Safe to repeat with the same job_id.
         */
        post: operations["apply_pending_changes_endpoint_model_references_v2_pending_queue_apply_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/apply_batch/{batch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply the approved changes of a batch
         * @description For approvers. Safe to repeat with the same job_id.
         */
        post: operations["apply_batch_endpoint_model_references_v2_pending_queue_apply_batch__batch_id__post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes
         * @description For approvers. In ascending id; filters are combined.
         */
        get: operations["list_pending_changes_model_references_v1_pending_queue_changes_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/my_changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's own changes
         * @description For requestors.
         */
        get: operations["list_my_pending_changes_model_references_v1_pending_queue_my_changes_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/changes/{change_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One change
         * @description For approvers.
         */
        get: operations["read_pending_change_model_references_v1_pending_queue_changes__change_id__get"];
        /**
         * Propose a new version of a change
         * @description For requestors. Only by its requestor, while it is pending or approved; it keeps its id and its history, and an approval is taken away. At most 20 versions.
         */
        put: operations["revise_pending_change_model_references_v1_pending_queue_changes__change_id__put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/changes/{change_id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a change would do
         * @description For approvers. The change against the current record, field by field. A delete shows every field as removed.
         */
        get: operations["get_pending_change_diff_model_references_v1_pending_queue_changes__change_id__diff_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/diffs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What several changes would do
         * @description For approvers. As the diff of each.
         */
        get: operations["get_pending_changes_diffs_model_references_v1_pending_queue_diffs_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove changes from the queue
         * @description For approvers. What was applied stays live, and the audit trail stays whole.
         */
        post: operations["purge_pending_changes_model_references_v1_pending_queue_purge_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve and reject changes
         * @description For approvers. All or nothing. Approved changes join the open batch; without one, a new batch is opened.
         */
        post: operations["process_pending_batch_model_references_v1_pending_queue_batches_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/changes/{change_id}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply one approved change
         * @description For approvers. Safe to repeat with the same job_id.
         */
        post: operations["apply_pending_change_endpoint_model_references_v1_pending_queue_changes__change_id__apply_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply approved changes
         * @description For approvers. In the order given, up to the first failure; what came before it stays applied. Safe to repeat with the same job_id.
         */
        post: operations["apply_pending_changes_endpoint_model_references_v1_pending_queue_apply_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/apply_batch/{batch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply the approved changes of a batch
         * @description For approvers. Safe to repeat with the same job_id.
         */
        post: operations["apply_batch_endpoint_model_references_v1_pending_queue_apply_batch__batch_id__post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/changes/{change_id}/conversation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was said of a change, and its versions
         * @description For requestors. Requestors see their own changes, approvers all.
         */
        get: operations["read_conversation_model_references_v2_pending_queue_changes__change_id__conversation_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/changes/{change_id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Comment on a change
         * @description For requestors. Requestors on their own changes, approvers on all; at most 200 of one change.
         */
        post: operations["add_comment_model_references_v2_pending_queue_changes__change_id__comments_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/changes/{change_id}/comments/{comment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Edit a comment
         * @description For requestors. Only one's own, within 15 minutes. The audit trail keeps what it said before.
         */
        put: operations["edit_comment_model_references_v2_pending_queue_changes__change_id__comments__comment_id__put"];
        post?: never;
        /**
         * Delete a comment
         * @description For requestors. Only one's own, within 15 minutes. The audit trail keeps what it said before.
         */
        delete: operations["delete_comment_model_references_v2_pending_queue_changes__change_id__comments__comment_id__delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/changes/{change_id}/request_changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for another version of a change
         * @description For approvers. With a comment. An approval is taken away.
         */
        post: operations["request_changes_model_references_v2_pending_queue_changes__change_id__request_changes_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/changes/{change_id}/conversation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was said of a change, and its versions
         * @description For requestors. Requestors see their own changes, approvers all.
         */
        get: operations["read_conversation_model_references_v1_pending_queue_changes__change_id__conversation_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/changes/{change_id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Comment on a change
         * @description For requestors. Requestors on their own changes, approvers on all; at most 200 of one change.
         */
        post: operations["add_comment_model_references_v1_pending_queue_changes__change_id__comments_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/changes/{change_id}/comments/{comment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Edit a comment
         * @description For requestors. Only one's own, within 15 minutes. The audit trail keeps what it said before.
         */
        put: operations["edit_comment_model_references_v1_pending_queue_changes__change_id__comments__comment_id__put"];
        post?: never;
        /**
         * Delete a comment
         * @description For requestors. Only one's own, within 15 minutes. The audit trail keeps what it said before.
         */
        delete: operations["delete_comment_model_references_v1_pending_queue_changes__change_id__comments__comment_id__delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/changes/{change_id}/request_changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for another version of a change
         * @description For approvers. With a comment. An approval is taken away.
         */
        post: operations["request_changes_model_references_v1_pending_queue_changes__change_id__request_changes_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/changes/{change_id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a proposal
         * @description For requestors. Only by its requestor, while it is pending: it is rejected then, and says so.
         */
        post: operations["withdraw_pending_change_model_references_v2_pending_queue_changes__change_id__withdraw_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/changes/{change_id}/unapprove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an approval back
         * @description For approvers. The change is pending again, and leaves the open batch.
         */
        post: operations["unapprove_pending_change_model_references_v2_pending_queue_changes__change_id__unapprove_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/bring_back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose a deleted model anew
         * @description For requestors. With its last record, in both API versions, and at its former place.
         */
        post: operations["bring_back_model_model_references_v2_pending_queue_bring_back_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/changes/{change_id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a proposal
         * @description For requestors. Only by its requestor, while it is pending: it is rejected then, and says so.
         */
        post: operations["withdraw_pending_change_model_references_v1_pending_queue_changes__change_id__withdraw_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/changes/{change_id}/unapprove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an approval back
         * @description For approvers. The change is pending again, and leaves the open batch.
         */
        post: operations["unapprove_pending_change_model_references_v1_pending_queue_changes__change_id__unapprove_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/bring_back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose a deleted model anew
         * @description For requestors. With its last record, in both API versions, and at its former place.
         */
        post: operations["bring_back_model_model_references_v1_pending_queue_bring_back_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What you are told of the queue
         * @description For requestors. Decisions on, comments on and conflicts with what the caller has proposed; for approvers also proposals, new versions and what is said of changes that they have had a part in. Nobody is told of what they did themselves.
         */
        get: operations["read_inbox_model_references_v2_pending_queue_inbox_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/inbox/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say what of it you have read
         * @description For requestors. Marks that are there already stay as they are, so it may be sent again.
         */
        post: operations["mark_inbox_read_model_references_v2_pending_queue_inbox_read_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What you are told of the queue
         * @description For requestors. Decisions on, comments on and conflicts with what the caller has proposed; for approvers also proposals, new versions and what is said of changes that they have had a part in. Nobody is told of what they did themselves.
         */
        get: operations["read_inbox_model_references_v1_pending_queue_inbox_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/inbox/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say what of it you have read
         * @description For requestors. Marks that are there already stay as they are, so it may be sent again.
         */
        post: operations["mark_inbox_read_model_references_v1_pending_queue_inbox_read_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/inbox/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many entries are unread, as it changes
         * @description For requestors. Server-Sent Events named `inbox`: `data` is `{"unread": 3}`, at first and whenever it is another number, within about a second. Lines that begin with a colon keep the connection alive. It is one of the streams that a client may have open.
         */
        get: operations["stream_inbox_model_references_v2_pending_queue_inbox_stream_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/inbox/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many entries are unread, as it changes
         * @description For requestors. Server-Sent Events named `inbox`: `data` is `{"unread": 3}`, at first and whenever it is another number, within about a second. Lines that begin with a colon keep the connection alive. It is one of the streams that a client may have open.
         */
        get: operations["stream_inbox_model_references_v1_pending_queue_inbox_stream_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/audit/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is pending, with its events
         * @description For approvers. Latest first.
         */
        get: operations["get_current_pending_changes_model_references_v2_pending_queue_audit_current_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/audit/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List batches
         * @description For approvers. Newest first.
         */
        get: operations["list_pending_queue_batches_model_references_v2_pending_queue_audit_batches_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/audit/batches/{batch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One batch, with its changes and their events
         * @description For approvers.
         */
        get: operations["get_pending_queue_batch_detail_model_references_v2_pending_queue_audit_batches__batch_id__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/audit/batches/{batch_id}/net_changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a batch changed in the end
         * @description For approvers. Compares, for each model, the record before the batch's first write with the record after its last one. Kept for five minutes, unless something happens to the batch.
         */
        get: operations["get_batch_net_changes_model_references_v2_pending_queue_audit_batches__batch_id__net_changes_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/pending_queue/audit/batches/{batch_id}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a batch
         * @description For approvers. Queues ordinary pending changes, one for each model, that bring back what was before the batch. They are reviewed like any other.
         */
        post: operations["revert_pending_queue_batch_model_references_v2_pending_queue_audit_batches__batch_id__revert_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/audit/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is pending, with its events
         * @description For approvers. Latest first.
         */
        get: operations["get_current_pending_changes_model_references_v1_pending_queue_audit_current_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/audit/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List batches
         * @description For approvers. Newest first.
         */
        get: operations["list_pending_queue_batches_model_references_v1_pending_queue_audit_batches_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/audit/batches/{batch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One batch, with its changes and their events
         * @description For approvers.
         */
        get: operations["get_pending_queue_batch_detail_model_references_v1_pending_queue_audit_batches__batch_id__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/audit/batches/{batch_id}/net_changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a batch changed in the end
         * @description For approvers. Compares, for each model, the record before the batch's first write with the record after its last one. Kept for five minutes, unless something happens to the batch.
         */
        get: operations["get_batch_net_changes_model_references_v1_pending_queue_audit_batches__batch_id__net_changes_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/pending_queue/audit/batches/{batch_id}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a batch
         * @description For approvers. Queues ordinary pending changes, one for each model, that bring back what was before the batch. They are reviewed like any other.
         */
        post: operations["revert_pending_queue_batch_model_references_v1_pending_queue_audit_batches__batch_id__revert_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest signed checkpoint of the audit trail
         * @description A signed note (C2SP tlog-checkpoint): origin, number of events, root hash of the RFC 6962 Merkle tree over them, signature. Signed within a minute of a write. Whoever keeps one can have it proved later that nothing up to there was altered or removed: `modelref audit verify --extends <file>`.
         */
        get: operations["read_audit_checkpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/checkpoint/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public key that checkpoints are signed with
         * @description As signed notes have it: `<name>+<key id>+<base64>`. To be kept with the first checkpoint: asked for later, it proves nothing.
         */
        get: operations["read_audit_checkpoint_key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/operations/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How this instance is */
        get: operations["read_operations_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/operations/instances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The processes that serve from this database
         * @description Each says every 30 seconds that it is there, and leaves when it is stopped; one that was killed is forgotten after ten minutes. Replicas have databases of their own, and are not listed at their primary.
         */
        get: operations["list_instances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/operations/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was imported
         * @description Runs of `modelref import`, also those that found nothing to write; the last 500 are kept.
         */
        get: operations["list_import_runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/operations/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The settings of this instance
         * @description As `modelref check-config` prints them: passwords and secrets are hidden.
         */
        get: operations["read_operations_settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/operations/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The delivery log of the webhooks */
        get: operations["list_webhook_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/operations/webhooks/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send deliveries again
         * @description They go back into the outbox with a new set of attempts. A target may be told twice: the id of the event, in the header `modelref-event-id`, is the same.
         */
        post: operations["replay_webhook_deliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/operations/bridge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The public repositories that are kept in step */
        get: operations["read_bridge_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/operations/bridge/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sync a public repository now
         * @description Does what happens at the usual time anyway, and waits for a sync that runs. Watch `asked` and `tried_at` of its status.
         */
        post: operations["ask_for_bridge_sync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/metadata/last_updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When did anything change? */
        get: operations["read_v2_last_updated"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/metadata/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The metadata of all categories */
        get: operations["read_all_v2_metadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/metadata/{model_category_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The metadata of a category */
        get: operations["read_v2_category_metadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/metadata/{model_category_name}/last_updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When did a category change? */
        get: operations["read_v2_category_last_updated"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/metadata/last_updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When did anything change? */
        get: operations["read_legacy_last_updated"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/metadata/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The metadata of all categories */
        get: operations["read_all_legacy_metadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/metadata/{model_category_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The metadata of a category */
        get: operations["read_legacy_category_metadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/metadata/{model_category_name}/last_updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When did a category change? */
        get: operations["read_legacy_category_last_updated"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to live models
         * @description Without gaps and in the order in which writes became visible. To keep a copy: take a cursor with `since=head`, read every category, then apply the events behind the cursor in order. Each carries the whole record, so applying one twice does no harm. A 410 means: start again.
         */
        get: operations["read_v2_feed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v2/feed/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happens to live models, as it happens
         * @description Server-Sent Events named `model`: `data` is an event of the feed, `id` its cursor. Those named `file_verdict` are what the feed’s pages have in `file_verdicts`; whoever keeps records alone passes over them. Lines that begin with a colon keep the connection alive. A reader that does not keep up is disconnected, and goes on by `Last-Event-ID`. To keep a copy: take a cursor with `since=head`, read every category, then apply the events behind the cursor in order. Each carries the whole record, so applying one twice does no harm. A 410 means: start again.
         */
        get: operations["stream_v2_feed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What this API version is */
        get: operations["read_legacy_reference_api_info"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/model_categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The names of all categories */
        get: operations["read_legacy_references_names"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/text_generation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All text models in the legacy format */
        get: operations["read_legacy_text_generation_reference"];
        /**
         * Replace a text_generation record, or propose to
         * @description The body names the model. Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        put: operations["update_legacy_text_generation_model"];
        /**
         * Create a text_generation record, or propose to
         * @description Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        post: operations["create_legacy_text_generation_model"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/{model_category_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All records of a category in the legacy format
         * @description The category may be called as in the legacy repositories: `stable_diffusion`, `db.json`, any name with `.json`. `lora` and `ti` are empty objects.
         */
        get: operations["read_legacy_reference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/image_generation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace a image_generation record, or propose to
         * @description The body names the model. Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        put: operations["update_legacy_model"];
        /**
         * Create a image_generation record, or propose to
         * @description Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        post: operations["create_legacy_image_generation_model"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/clip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace a clip record, or propose to
         * @description The body names the model. Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        put: operations["update_legacy_clip_model"];
        /**
         * Create a clip record, or propose to
         * @description Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        post: operations["create_legacy_clip_model"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/controlnet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace a controlnet record, or propose to
         * @description The body names the model. Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        put: operations["update_legacy_controlnet_model"];
        /**
         * Create a controlnet record, or propose to
         * @description Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        post: operations["create_legacy_controlnet_model"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/blip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace a blip record, or propose to
         * @description The body names the model. Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        put: operations["update_legacy_blip_model"];
        /**
         * Create a blip record, or propose to
         * @description Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        post: operations["create_legacy_blip_model"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/esrgan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace a esrgan record, or propose to
         * @description The body names the model. Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        put: operations["update_legacy_esrgan_model"];
        /**
         * Create a esrgan record, or propose to
         * @description Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        post: operations["create_legacy_esrgan_model"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/gfpgan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace a gfpgan record, or propose to
         * @description The body names the model. Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        put: operations["update_legacy_gfpgan_model"];
        /**
         * Create a gfpgan record, or propose to
         * @description Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        post: operations["create_legacy_gfpgan_model"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/codeformer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace a codeformer record, or propose to
         * @description The body names the model. Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        put: operations["update_legacy_codeformer_model"];
        /**
         * Create a codeformer record, or propose to
         * @description Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        post: operations["create_legacy_codeformer_model"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/safety_checker": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace a safety_checker record, or propose to
         * @description The body names the model. Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        put: operations["update_legacy_safety_checker_model"];
        /**
         * Create a safety_checker record, or propose to
         * @description Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        post: operations["create_legacy_safety_checker_model"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/miscellaneous": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace a miscellaneous record, or propose to
         * @description The body names the model. Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        put: operations["update_legacy_miscellaneous_model"];
        /**
         * Create a miscellaneous record, or propose to
         * @description Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        post: operations["create_legacy_miscellaneous_model"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model_references/v1/{model_category_name}/model/{model_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a record, or propose to
         * @description Where the review queue is off, the write is live at once, and takes the key of an approver.
         */
        delete: operations["delete_legacy_model"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description How well the usage service answers. */
        AIHordeStatus: {
            degraded: boolean;
            consecutive_failures: number;
            seconds_until_retry: number | null;
        };
        AddAliasRequest: {
            alias: string;
        };
        AddFamilyMemberRequest: {
            group_name: string;
        };
        /** @description May be left out. */
        ApplyPendingChangeRequest: {
            /** @description A token that makes a retry safe: the same token answers the same and writes nothing twice. */
            job_id?: string | null;
        };
        /** @description Each field may be given in the query instead; the body wins. */
        ApplyPendingChangesRequest: {
            change_ids?: number[] | null;
            /** @description A token that makes a retry safe: the same token answers the same and writes nothing twice. */
            job_id?: string | null;
            /** @description Allow changes of several batches. */
            allow_mixed_batch?: boolean | null;
        };
        /** @description What an apply call did. A failing call answers the same shape with the status of the failure. */
        ApplyPendingChangesResponse: {
            applied_change_ids: number[];
            failed_change_ids: number[];
            applied: components["schemas"]["PendingChangeRecord"][];
            /** @description The change that stopped the call. */
            failed_change_id?: number;
            failed_error?: string;
            /** @enum {string} */
            failed_error_type?: "PendingChangeNotFoundError" | "PendingChangeStateError" | "PendingChangePayloadError" | "PendingChangeConflictError" | "PendingChangeBackendError";
            /** @description True when approved changes of the batch were left over and moved to a new batch. */
            batch_split_occurred: boolean;
            batch_split_original_batch_id?: number;
            batch_split_new_batch_id?: number;
            batch_split_reassigned_count?: number;
        };
        /** @description The applied change. */
        ApplySingleChangeResponse: {
            record: components["schemas"]["PendingChangeRecord"];
            /** @description True when approved changes of the batch were left over and moved to a new batch. */
            batch_split_occurred: boolean;
            batch_split_original_batch_id?: number;
            batch_split_new_batch_id?: number;
            batch_split_reassigned_count?: number;
        };
        AudioGenerationModelRecord: {
            /**
             * @default audio_generation
             * @enum {string}
             */
            record_type?: "audio_generation";
            name: string;
            description?: string | null;
            /** @description Version of the model, not of its baseline. */
            version?: string | null;
            finetune_series?: components["schemas"]["FineTuneSeriesInfo"] | null;
            /**
             * @default {
             *       "schema_version": "2.0.0"
             *     }
             */
            metadata?: components["schemas"]["GenericModelRecordMetadata"];
            /**
             * @default {
             *       "download": []
             *     }
             */
            config?: components["schemas"]["GenericModelRecordConfig"];
            /**
             * @default {
             *       "domain": "audio",
             *       "purpose": "generation"
             *     }
             */
            model_classification?: components["schemas"]["ModelClassification"];
            size_on_disk_bytes?: number | null;
            baseline?: string | null;
            /** @default false */
            nsfw?: boolean;
            tags?: string[] | null;
        };
        /**
         * @description What a change does to its model.
         * @enum {string}
         */
        AuditOperation: "create" | "update" | "delete";
        /** @description What this deployment accepts. */
        BackendInfo: {
            replicate_mode: components["schemas"]["ReplicateMode"];
            canonical_format: components["schemas"]["CanonicalFormat"];
            /** @description False: every write answers 503. */
            writable: boolean;
        };
        /** @description How one backend serves a text model, and what waits for it. */
        BackendVariation: {
            /** @enum {string} */
            backend: "canonical" | "aphrodite" | "koboldcpp";
            /** @description The name that the backend serves it under. */
            variant_name: string;
            worker_count: number;
            performance: number | null;
            queued: number | null;
            queued_jobs: number | null;
            eta: number | null;
            usage_day: number;
            usage_month: number;
            usage_total: number;
        };
        /** @description How one backend serves a text model. */
        BackendVariationStats: {
            /** @enum {string} */
            backend: "canonical" | "aphrodite" | "koboldcpp";
            /** @description The name that the backend serves it under. */
            variant_name: string;
            worker_count: number;
            performance: number | null;
            usage_day: number;
            usage_month: number;
            usage_total: number;
        };
        /** @description How many models have a baseline. */
        BaselineStats: {
            baseline: string;
            count: number;
            /** @description Of all models, to two places. */
            percentage: number;
        };
        /** @description What a batch changed in the end, model by model. */
        BatchNetChangeResponse: {
            batch_id: number;
            batch_title: string | null;
            domain: components["schemas"]["CanonicalFormat"];
            model_changes: components["schemas"]["ModelNetChange"][];
            models_added: number;
            models_modified: number;
            models_deleted: number;
            models_unchanged: number;
            total_field_changes: number;
            has_critical_changes: boolean;
            /** @description Unix seconds, UTC. */
            generated_at: number;
        };
        /** @description One queued change per canonical member. */
        BatchUpdateResponse: {
            updated_count: number;
            /** @description Names this update; in the `request_metadata` of each change. Not the number of a review batch. */
            batch_id: string;
            pending_change_ids: number[];
        };
        BlipModelRecord: {
            /**
             * @default blip
             * @enum {string}
             */
            record_type?: "blip";
            name: string;
            description?: string | null;
            /** @description Version of the model, not of its baseline. */
            version?: string | null;
            finetune_series?: components["schemas"]["FineTuneSeriesInfo"] | null;
            /**
             * @default {
             *       "schema_version": "2.0.0"
             *     }
             */
            metadata?: components["schemas"]["GenericModelRecordMetadata"];
            /**
             * @default {
             *       "download": []
             *     }
             */
            config?: components["schemas"]["GenericModelRecordConfig"];
            /**
             * @default {
             *       "domain": "image",
             *       "purpose": "feature_extractor"
             *     }
             */
            model_classification?: components["schemas"]["ModelClassification"];
            size_on_disk_bytes?: number | null;
        };
        /** @description The public repositories that are kept in step. */
        BridgeStatus: {
            repositories: {
                /** @enum {string} */
                repository: "image" | "text";
                url: string;
                branch: string;
                /** @enum {string} */
                policy: "review" | "trust";
                /** @enum {string} */
                out: "pull_request" | "push" | "none";
                github: string | null;
                /** @description Taken in last; null before the first. */
                commit: string | null;
                commit_title: string | null;
                /** @description Commits that were seen there and are not taken in. */
                behind: number;
                /** @description When a sync came to its end. */
                synced_at: number | null;
                /** @description When one ended, in whatever way. */
                tried_at: number | null;
                /** @description Why the last sync did not come to its end. */
                error: string | null;
                /** @description Models whose changes here are not merged there. */
                outgoing: number;
                pull_request: {
                    number: number;
                    url: string;
                } | null;
                conflicts: {
                    category: string;
                    name: string;
                    /** @description The proposal that waits for a decision; null while there is none. */
                    change_id: number | null;
                }[];
                problems: {
                    file: string;
                    line: number | null;
                    name: string | null;
                    reason: string;
                }[];
                /** @description Somebody has asked for a sync that has not begun. */
                asked: boolean;
            }[];
        };
        /** @description It will be synced as soon as the instance that syncs is free. */
        BridgeSyncAsked: {
            /** @enum {string} */
            repository: "image" | "text";
            requested_at: number;
        };
        /** @description Which repository is to be synced. */
        BridgeSyncRequest: {
            /** @enum {string} */
            repository: "image" | "text";
        };
        /** @description Which deleted model to propose anew. */
        BringBackModelRequest: {
            /** @enum {string} */
            category: "image_generation" | "text_generation" | "clip" | "controlnet" | "blip" | "esrgan" | "gfpgan" | "codeformer" | "safety_checker" | "video_generation" | "audio_generation" | "miscellaneous" | "lora" | "ti";
            model_name: string;
        };
        /** @enum {string} */
        CONTROLNET_STYLE: "control_canny" | "control_depth" | "control_hed" | "control_mlsd" | "control_normal" | "control_openpose" | "control_fakescribbles" | "control_scribble" | "control_seg" | "control_qr" | "control_qr_xl" | "control_lineart" | "control_lineart_anime" | "control_normal_bae" | "control_recolor" | "control_tile";
        /**
         * @description Which API version accepts writes.
         * @enum {string}
         */
        CanonicalFormat: "v2" | "legacy";
        /** @description Which models of a category are worth keeping. */
        CategoryDeletionRiskResponse: {
            category: components["schemas"]["MODEL_REFERENCE_CATEGORY"];
            category_total_month_usage: number;
            /** @description Models before paging, when there is any; else all models of the category. */
            total_count: number;
            returned_count: number;
            offset: number;
            limit: number | null;
            /** @description Most used in the month first. */
            models: components["schemas"]["ModelDeletionRiskInfo"][];
            summary: components["schemas"]["CategoryDeletionRiskSummary"];
        };
        /** @description Counts over the models before paging. */
        CategoryDeletionRiskSummary: {
            total_models: number;
            models_at_risk: number;
            models_critical: number;
            models_with_warnings: number;
            models_with_zero_day_usage: number;
            models_with_zero_month_usage: number;
            models_with_zero_total_usage: number;
            models_with_no_active_workers: number;
            models_with_no_downloads: number;
            models_with_non_preferred_hosts: number;
            models_with_multiple_hosts: number;
            models_with_low_usage: number;
            average_risk_score: number;
            category_total_month_usage: number;
        };
        /** @description The latest change of a category. */
        CategoryLastUpdatedResponse: {
            category: components["schemas"]["MODEL_REFERENCE_CATEGORY"];
            /** @description Unix seconds, UTC; null when nothing was ever written. */
            last_updated: number | null;
        };
        /** @description When a category changed, and how often. */
        CategoryMetadata: {
            category: components["schemas"]["MODEL_REFERENCE_CATEGORY"];
            /** @description Unix seconds, UTC; null when nothing was ever written. */
            last_updated: number | null;
            last_operation_type: components["schemas"]["OperationType"] | null;
            last_operation_model: string | null;
            total_creates: number;
            total_updates: number;
            total_deletes: number;
            total_models: number;
            /** @description Unix seconds, UTC; null when nothing was ever written. */
            initialization_time: number | null;
            /** @description Unix seconds, UTC; null when nothing was ever written. */
            last_successful_operation: number | null;
            error_count: number;
            metadata_schema_version: string;
            backend_type: string;
        };
        /** @description Statistics of all models of a category. */
        CategoryStatistics: {
            category: components["schemas"]["MODEL_REFERENCE_CATEGORY"];
            total_models: number;
            /** @description How many models `offset` and `limit` leave. */
            returned_models: number;
            offset: number;
            limit: number | null;
            nsfw_count: number;
            sfw_count: number;
            /** @description Most models first. */
            baseline_distribution: {
                [key: string]: components["schemas"]["BaselineStats"];
            };
            download_stats: components["schemas"]["DownloadStats"];
            /** @description At most 20. */
            top_tags: components["schemas"]["TagStats"][];
            /** @description At most 20. */
            top_styles: components["schemas"]["TagStats"][];
            /** @description text_generation only. */
            parameter_buckets: components["schemas"]["ParameterBucketStats"][];
            models_without_param_info: number;
            models_with_trigger_words: number;
            models_with_inpainting: number;
            models_with_requirements: number;
            models_with_showcases: number;
            /** @description How many files of its models, of groups too, have which verdict: as in `…/v2/files`. */
            file_verdicts: {
                [key: string]: number;
            };
            /** @description Unix seconds, UTC. */
            computed_at: number;
        };
        /**
         * @description certain: said by who has to know. likely: concluded from that. guess: wants a look.
         * @enum {string}
         */
        Certainty: "certain" | "likely" | "guess";
        /** @description What was proposed under the id of a change at a time. */
        ChangeVersion: {
            version: number;
            event_id: number;
            /** @description Unix seconds, UTC. */
            proposed_at: number;
            /** @description The record as submitted. */
            payload: {
                [key: string]: unknown;
            } | null;
            /** @description What differs from the version before; none of the first. */
            field_diffs: components["schemas"]["FieldDiff"][];
        };
        ClipModelRecord: {
            /**
             * @default clip
             * @enum {string}
             */
            record_type?: "clip";
            name: string;
            description?: string | null;
            /** @description Version of the model, not of its baseline. */
            version?: string | null;
            finetune_series?: components["schemas"]["FineTuneSeriesInfo"] | null;
            /**
             * @default {
             *       "schema_version": "2.0.0"
             *     }
             */
            metadata?: components["schemas"]["GenericModelRecordMetadata"];
            /**
             * @default {
             *       "download": []
             *     }
             */
            config?: components["schemas"]["GenericModelRecordConfig"];
            /**
             * @default {
             *       "domain": "image",
             *       "purpose": "feature_extractor"
             *     }
             */
            model_classification?: components["schemas"]["ModelClassification"];
            size_on_disk_bytes?: number | null;
            pretrained_name?: string | null;
        };
        CodeformerModelRecord: {
            /**
             * @default codeformer
             * @enum {string}
             */
            record_type?: "codeformer";
            name: string;
            description?: string | null;
            /** @description Version of the model, not of its baseline. */
            version?: string | null;
            finetune_series?: components["schemas"]["FineTuneSeriesInfo"] | null;
            /**
             * @default {
             *       "schema_version": "2.0.0"
             *     }
             */
            metadata?: components["schemas"]["GenericModelRecordMetadata"];
            /**
             * @default {
             *       "download": []
             *     }
             */
            config?: components["schemas"]["GenericModelRecordConfig"];
            /**
             * @default {
             *       "domain": "image",
             *       "purpose": "post_processing"
             *     }
             */
            model_classification?: components["schemas"]["ModelClassification"];
            size_on_disk_bytes?: number | null;
        };
        /** @description Plain text. */
        CommentRequest: {
            text: string;
        };
        /** @description The fields to set in all canonical members. */
        CommonFieldsUpdateRequest: {
            /** @description Null clears the field; absent leaves it. */
            baseline?: string | null;
            /** @description Null clears the field; absent leaves it. */
            description?: string | null;
            /** @description Null clears the field; absent leaves it. */
            url?: string | null;
            /** @description Null sets the default, false; absent leaves it. */
            nsfw?: boolean | null;
            /** @description Null clears the field; absent leaves it. */
            tags?: string[] | null;
            /** @description Null clears the field; absent leaves it. */
            style?: string | null;
            /** @description Null clears the field; absent leaves it. */
            instruct_format?: string | null;
        };
        /** @description The parts of a name. */
        ComposeNameRequest: {
            base_name: string;
            /** @description May be empty. */
            size: string;
            author?: string | null;
            variant?: string | null;
            version?: string | null;
            quant?: string | null;
            /** @description `-` when absent or empty. */
            separator?: string | null;
            /** @description Which of base, size, variant, version, quant, in which order. Other labels are skipped, parts not listed left out. */
            part_order?: string[] | null;
        };
        /** @description A name put together. */
        ComposeNameResponse: {
            composed_name: string;
            /** @description A model has just this name. */
            already_exists: boolean;
            suggested_group: string;
        };
        /** @description A message for people. */
        ContainsMessage: {
            message: string;
        };
        ControlNetModelRecord: {
            /**
             * @default controlnet
             * @enum {string}
             */
            record_type?: "controlnet";
            name: string;
            description?: string | null;
            /** @description Version of the model, not of its baseline. */
            version?: string | null;
            finetune_series?: components["schemas"]["FineTuneSeriesInfo"] | null;
            /**
             * @default {
             *       "schema_version": "2.0.0"
             *     }
             */
            metadata?: components["schemas"]["GenericModelRecordMetadata"];
            /**
             * @default {
             *       "download": []
             *     }
             */
            config?: components["schemas"]["GenericModelRecordConfig"];
            /**
             * @default {
             *       "domain": "image",
             *       "purpose": "auxiliary_or_patch"
             *     }
             */
            model_classification?: components["schemas"]["ModelClassification"];
            size_on_disk_bytes?: number | null;
            /** @description Usually one of the control_ styles; others are accepted. */
            controlnet_style?: (components["schemas"]["CONTROLNET_STYLE"] | string) | null;
        };
        /** @description What was said of a change, or happened to it. */
        ConversationEntry: {
            /** @description The id of its audit event; of a comment it is the comment’s. */
            event_id: number;
            /** @description Unix seconds, UTC. */
            timestamp: number;
            /** @enum {string} */
            action: "enqueue" | "approve" | "reject" | "apply" | "batch_split" | "purge" | "withdraw" | "unapprove" | "revise" | "request_changes" | "endorse" | "comment" | "comment_edit" | "comment_delete";
            user_id: string;
            /** @description `name#id`. */
            username: string | null;
            /** @description A comment, or the reason of a rejection. Plain text. Null when it is deleted. */
            text: string | null;
            /** @description Unix seconds; null: never. */
            edited_at: number | null;
            deleted: boolean;
            /** @description Of a proposal and of a new version of it. */
            version: number | null;
            batch_id: number | null;
        };
        /** @description What was said of a change, and its versions. */
        ConversationResponse: {
            change_id: number;
            status: components["schemas"]["PendingChangeStatus"];
            version: number;
            /** @description User id of the approver who has asked for another version. */
            changes_requested_by: string | null;
            /** @description In order. */
            entries: components["schemas"]["ConversationEntry"][];
            /** @description Ascending. */
            versions: components["schemas"]["ChangeVersion"][];
        };
        /** @description Why a model may have to go. */
        DeletionRiskFlags: {
            zero_usage_day: boolean;
            zero_usage_month: boolean;
            zero_usage_total: boolean;
            no_active_workers: boolean;
            has_multiple_hosts: boolean;
            has_non_preferred_host: boolean;
            has_unknown_host: boolean;
            no_download_urls: boolean;
            missing_description: boolean;
            missing_baseline: boolean;
            low_usage: boolean;
        };
        /** @description Suggestions only: nothing is stored. */
        DetectFamiliesResponse: {
            suggestions: components["schemas"]["GroupFamilyResponse"][];
            total_groups_analyzed: number;
            groups_in_families: number;
            standalone_groups: number;
        };
        /** @description The baselines of all text models, sorted. */
        DistinctBaselinesResponse: {
            baselines: string[];
        };
        DownloadRecord: {
            /** @description Name the horde uses for the file; may contain folders. A relative path: no '..', no backslash, no drive. */
            file_name: string;
            file_url: string;
            /** @default FIXME */
            sha256sum?: string;
            content_hash?: string | null;
            /** @description Kind of component, e.g. vae or text_encoders. Absent for the primary file. */
            file_purpose?: string | null;
            known_slow_download?: boolean | null;
            size_bytes?: number | null;
        };
        /** @description What the models are downloaded from, and their sizes. */
        DownloadStats: {
            total_models_with_downloads: number;
            total_download_entries: number;
            total_size_bytes: number;
            models_with_size_info: number;
            average_size_bytes: number;
            /** @description Entries by host, most first. */
            hosts: {
                [key: string]: number;
            };
        };
        /** @description One of several files that the record could be about. */
        DraftChoice: {
            /** @description Ask for this link to have the draft of that file. */
            url: string;
            file_name: string;
            size_bytes: number | null;
        };
        /** @description A model that is there already and has to do with the draft. */
        DraftDuplicate: {
            kind: components["schemas"]["DraftDuplicateKind"];
            category: components["schemas"]["MODEL_REFERENCE_CATEGORY"];
            name: string;
            message: string;
            /** @description Whether the draft is a newer version of it; null: not known. */
            newer: boolean | null;
        };
        /**
         * @description What both have in common.
         * @enum {string}
         */
        DraftDuplicateKind: "same_file" | "same_page" | "same_name" | "alike_name" | "other_version";
        /** @description What whoever proposes the record should know or add. */
        DraftNote: {
            /** @description Where, in the record; null when it is about all of it. */
            field_path: string | null;
            message: string;
        };
        /** @description What to make a record of: `url` or `text`. */
        DraftRequest: {
            /** @description A page or download of a Civitai model, an AIR, a repository or file at Hugging Face, or the address of a model file. */
            url?: string | null;
            /** @description In place of it: JSON of a Civitai or Hugging Face answer, a record or a legacy record; a link is taken as well. */
            text?: string | null;
            /** @description Which category the record is for. Without it, what is found decides. */
            category?: ("image_generation" | "text_generation" | "clip" | "controlnet" | "blip" | "esrgan" | "gfpgan" | "codeformer" | "safety_checker" | "video_generation" | "audio_generation" | "miscellaneous" | "lora" | "ti") | null;
        };
        /** @description A record made of what others say. Nothing is stored. */
        DraftResponse: {
            category: components["schemas"]["MODEL_REFERENCE_CATEGORY"];
            /** @description To be looked at, completed as the notes say, and proposed. Texts in it are others’, and data. */
            record: {
                [key: string]: unknown;
            };
            /** @description By dotted path in the record. */
            sources: {
                [key: string]: components["schemas"]["FieldSource"];
            };
            notes: components["schemas"]["DraftNote"][];
            /** @description Empty unless there are several files that fit. */
            choices: components["schemas"]["DraftChoice"][];
            duplicates: components["schemas"]["DraftDuplicate"][];
        };
        /** @description What a write would change. */
        DryRunResponse: {
            /**
             * @description Nothing was queued.
             * @constant
             */
            dry_run: true;
            diff: components["schemas"]["ProposalDiff"];
            findings: components["schemas"]["Finding"][];
        };
        /** @description What the changes would be that a call queues. */
        DryRunsResponse: {
            /**
             * @description Nothing was queued.
             * @constant
             */
            dry_run: true;
            changes: {
                diff: components["schemas"]["ProposalDiff"];
                findings: components["schemas"]["Finding"][];
            }[];
        };
        /** @description Where an input is wrong, and how. */
        ErrorDetail: {
            /** @description Where: `body`, `query` or `path`, then keys and array indexes. */
            loc: (string | number)[];
            msg: string;
            type: string;
        };
        /** @description A simple error. */
        ErrorResponse: {
            /** @description What was wrong, with which value, and what is allowed. */
            detail: string;
        };
        EsrganModelRecord: {
            /**
             * @default esrgan
             * @enum {string}
             */
            record_type?: "esrgan";
            name: string;
            description?: string | null;
            /** @description Version of the model, not of its baseline. */
            version?: string | null;
            finetune_series?: components["schemas"]["FineTuneSeriesInfo"] | null;
            /**
             * @default {
             *       "schema_version": "2.0.0"
             *     }
             */
            metadata?: components["schemas"]["GenericModelRecordMetadata"];
            /**
             * @default {
             *       "download": []
             *     }
             */
            config?: components["schemas"]["GenericModelRecordConfig"];
            /**
             * @default {
             *       "domain": "image",
             *       "purpose": "post_processing"
             *     }
             */
            model_classification?: components["schemas"]["ModelClassification"];
            size_on_disk_bytes?: number | null;
        };
        /** @description At a replica, which shows what its primary has learned; null at a primary. */
        EvidenceFromPrimary: {
            /** @description Since when it is not known whether the primary has learned more; null when it tells nothing, or not all of it was read yet. */
            age_seconds: number | null;
        } | null;
        /** @description What the record says of the file. */
        ExpectedFile: {
            sha256: string | null;
            size_bytes: number | null;
        };
        /** @description A token of a name that is none of its usual parts. */
        ExtraPartInfo: {
            value: string;
            /** @description Separators before the token. */
            position: number;
            /** @enum {string} */
            inferred_type: "DATE" | "DESCRIPTOR" | "LEADING_VERSION" | "UNKNOWN";
        };
        /** @description The last looks did not get through; the verdict is that of before. */
        FailingLooks: {
            since: number;
            reason: string;
        } | null;
        /** @description One write of a live model, with what it left behind. */
        FeedEvent: {
            /** @description Ascending, with gaps: events of the queue are numbered too. */
            event_id: number;
            /** @description The place behind this event, for `since`. */
            cursor: string;
            /** @description Unix seconds, UTC. */
            timestamp: number;
            category: components["schemas"]["MODEL_REFERENCE_CATEGORY"];
            model_name: string;
            operation: components["schemas"]["AuditOperation"];
            /** @description The stored record after the write; null after a delete. */
            v2: components["schemas"]["GenericModelRecord"] | null;
            /** @description The same in the legacy format, as it is stored (of text models: their row of `models.csv`); null as well where the category has none. */
            legacy: {
                [key: string]: unknown;
            } | null;
            /** @description SHA-256 (hex) of `v2` as it stands here: compact JSON. */
            v2_hash: string | null;
            /** @description SHA-256 (hex) of `legacy` as it stands here. */
            legacy_hash: string | null;
            /** @description Only of a model that has come back to its former place among the others: the model before it, null when it is the first. Any other new model comes last. */
            returned_behind?: string | null;
        };
        /** @description Writes of live models, in the order in which they became visible. */
        FeedPage: {
            events: components["schemas"]["FeedEvent"][];
            /** @description What was learned meanwhile of files of live models, in order; `event_id` is in one row with those of `events`. */
            file_verdicts: components["schemas"]["FileVerdictEvent"][];
            /** @description The place up to which this page is complete: the next `since`. */
            next: string;
            /** @description The place behind the newest event. Reached when it equals `next`. */
            head: string;
            /** @description Whether `next` is not yet `head`. */
            has_more: boolean;
        };
        /**
         * @description What happened to a field.
         * @enum {string}
         */
        FieldChangeType: "added" | "removed" | "modified";
        /** @description One field that differs. */
        FieldDiff: {
            /** @description Keys joined by dots. Arrays are compared as a whole. */
            field_path: string;
            /** @description Null when the field was absent. */
            old_value: unknown;
            /** @description Null when the field is absent. */
            new_value: unknown;
            change_type: components["schemas"]["FieldChangeType"];
        };
        /** @description Where the value of a field comes from. */
        FieldSource: {
            /** @description What said so: `civitai:modelVersions.baseModel`, `safetensors header:tensors`, `name` … */
            source: string;
            certainty: components["schemas"]["Certainty"];
        };
        /** @description The last thing that the host has really said; that it says there is nothing, which is not believed yet; since when looks do not get through. */
        FileAddressState: {
            known: {
                at: number;
                observation: {
                    /** @constant */
                    outcome: "there";
                    /** @enum {string} */
                    how: "x_linked_etag" | "civitai_version" | "civitai_by_hash" | "head" | "ranged_get" | "full_download" | "address";
                    status: number | null;
                    seen: {
                        sha256: string | null;
                        size_bytes: number | null;
                        revision: string | null;
                        moved_to: string | null;
                    };
                    mark?: string;
                } | {
                    /** @constant */
                    outcome: "missing";
                    /** @enum {string} */
                    how: "x_linked_etag" | "civitai_version" | "civitai_by_hash" | "head" | "ranged_get" | "full_download" | "address";
                    status: number | null;
                    reason: string;
                    moved_to?: string;
                } | {
                    /** @constant */
                    outcome: "gated";
                    /** @enum {string} */
                    how: "x_linked_etag" | "civitai_version" | "civitai_by_hash" | "head" | "ranged_get" | "full_download" | "address";
                    status: number | null;
                    reason: string;
                    seen?: {
                        sha256: string | null;
                        size_bytes: number | null;
                        revision: string | null;
                        moved_to: string | null;
                    };
                } | {
                    /** @constant */
                    outcome: "unreachable";
                    /** @enum {string} */
                    how: "x_linked_etag" | "civitai_version" | "civitai_by_hash" | "head" | "ranged_get" | "full_download" | "address";
                    status: number | null;
                    reason: string;
                    retry_after_seconds?: number;
                };
            } | null;
            doubt: {
                first_at: number;
                at: number;
                observation: {
                    /** @constant */
                    outcome: "missing";
                    /** @enum {string} */
                    how: "x_linked_etag" | "civitai_version" | "civitai_by_hash" | "head" | "ranged_get" | "full_download" | "address";
                    status: number | null;
                    reason: string;
                    moved_to?: string;
                };
            } | null;
            failure: {
                since: number;
                at: number;
                count: number;
                reason: string;
            } | null;
            checked_at: number | null;
        };
        /** @description Verdicts that became other ones, newest first. */
        FileChangesPage: {
            changes: components["schemas"]["FileVerdictChange"][];
            limit: number;
            /** @description The next `before`; null at the end. */
            next_before: number | null;
        };
        /** @description Of all files, whatever the filters. */
        FileCounts: {
            files: number;
            verdicts: {
                [key: string]: number;
            };
            hosts: {
                [key: string]: number;
            };
            categories: {
                [key: string]: number;
            };
        };
        /** @description A file of a record, and all that is known of it. */
        FileEvidence: {
            category: components["schemas"]["MODEL_REFERENCE_CATEGORY"];
            model_name: string;
            /** @description Where it stands in the v2 record. */
            field_path: string;
            file_name: string | null;
            url: string;
            host: string | null;
            expected: components["schemas"]["ExpectedFile"];
            verdict: components["schemas"]["FileVerdict"];
            weight: components["schemas"]["FileVerdictWeight"];
            /** @description Why, in a sentence. */
            detail: string;
            /** @description Since when the verdict is this one, Unix seconds. */
            since: number | null;
            /** @description When what it rests on was learned. */
            learned_at: number | null;
            how: components["schemas"]["FileLearnedBy"] | null;
            seen: components["schemas"]["SeenFile"] | null;
            /** @description The last look, whether it got through or not. */
            checked_at: number | null;
            /** @description The host says that the file is not there; believed once it says so again hours later. */
            doubted_since: number | null;
            failing: components["schemas"]["FailingLooks"];
            repairs: components["schemas"]["FileRepair"][];
        };
        /**
         * @description x_linked_etag: Hugging Face’s header. civitai_version, civitai_by_hash: Civitai’s API. head, ranged_get: what any host says of size and place. full_download: the whole file was read.
         * @enum {string}
         */
        FileLearnedBy: "x_linked_etag" | "civitai_version" | "civitai_by_hash" | "head" | "ranged_get" | "full_download" | "address";
        /** @description The worst that is known of the files of a model. */
        FileMark: {
            category: components["schemas"]["MODEL_REFERENCE_CATEGORY"];
            model_name: string;
            verdict: components["schemas"]["FileVerdict"];
            weight: components["schemas"]["FileVerdictWeight"];
            detail: string;
            since: number | null;
            /** @description How many of its files have one of the verdicts asked for. */
            files: number;
        };
        /** @description Models whose files are not as they should be. */
        FileMarksPage: {
            marks: components["schemas"]["FileMark"][];
            /** @description How many models there are, beyond the limit too. */
            total: number;
            limit: number;
        };
        /** @description A change of the record that what the host says suggests. */
        FileRepair: {
            /** @enum {string} */
            kind: "pin" | "move" | "sha256" | "size";
            field_path: string;
            from: string | number | null;
            to: string | number;
        };
        /** @description Files whose repairs are to be proposed. */
        FileRepairRequest: {
            files: components["schemas"]["RepairedFile"][];
            /** @description Only these; absent: all. */
            kinds?: ("pin" | "move" | "sha256" | "size")[];
        };
        /**
         * @description Worst first. mismatch: the host has another hash. size_differs: another size. gone: the host said twice, hours apart, that it is not there. gated: only for those with an account. moved: redirected for good. mutable: the address names no fixed revision. unverifiable: there, but the host tells no hash, or the record has none. unreachable: no host has answered so far. unknown: not looked at, or no address. verified: the host’s own hash is the record’s.
         * @enum {string}
         */
        FileVerdict: "mismatch" | "size_differs" | "gone" | "gated" | "moved" | "mutable" | "unverifiable" | "unreachable" | "unknown" | "verified";
        /** @description A verdict that became another one; null before: the first. */
        FileVerdictChange: {
            number: number;
            /** @description Unix seconds. */
            at: number;
            category: string;
            model_name: string;
            field_path: string;
            url: string;
            verdict_before: components["schemas"]["FileVerdict"] | null;
            verdict: components["schemas"]["FileVerdict"];
            how: components["schemas"]["FileLearnedBy"] | null;
            detail: string;
        };
        /** @description A verdict on a file of a live model that became another one. */
        FileVerdictEvent: {
            event_id: number;
            /** @description The place behind this event, for `since`. */
            cursor: string;
            /** @description Unix seconds, UTC. */
            timestamp: number;
            category: components["schemas"]["MODEL_REFERENCE_CATEGORY"];
            model_name: string;
            /** @description Where the file stands in the v2 record. */
            field_path: string;
            url: string;
            verdict_before: components["schemas"]["FileVerdict"] | null;
            verdict: components["schemas"]["FileVerdict"];
            how: string | null;
            detail: string;
        };
        /**
         * @description wrong: workers do not get the file that the record promises.
         * @enum {string}
         */
        FileVerdictWeight: "wrong" | "attention" | "open" | "good";
        /** @description One page of the files that live records name. */
        FilesPage: {
            files: components["schemas"]["FileEvidence"][];
            /** @description How many fit, on all pages. */
            total: number;
            offset: number;
            limit: number;
            has_more: boolean;
            counts: components["schemas"]["FileCounts"];
            /** @description Whether files are looked at here, day by day. */
            checks_enabled: boolean;
            from_primary: components["schemas"]["EvidenceFromPrimary"];
        };
        /** @description The live models whose records name a file of this SHA-256. */
        FilesWithHash: {
            sha256: string;
            files: components["schemas"]["FileEvidence"][];
        };
        /** @description What a reviewer should look at. Findings never stop a change by themselves. */
        Finding: {
            rule: components["schemas"]["FindingRule"];
            severity: components["schemas"]["FindingSeverity"];
            /** @description Where, in the v2 record; null when it is about all of it. */
            field_path: string | null;
            /** @description What was found, with the value. */
            message: string;
        };
        /**
         * @description What is looked for.
         * @enum {string}
         */
        FindingRule: "unsafe_file_name" | "derived_name_taken" | "confusable_name" | "hidden_characters" | "file_mismatch" | "file_gone" | "file_not_found" | "file_size_differs" | "file_gated" | "page_not_file" | "missing_sha256" | "malformed_sha256" | "shared_sha256" | "shared_url" | "name_differs_by_case" | "near_name" | "insecure_url" | "unusable_url" | "unusable_homepage" | "size_change" | "same_proposal_waiting" | "baseline_of_others" | "used_by_styles" | "file_of_others" | "styles_unknown" | "file_moved" | "file_mutable" | "host_not_preferred";
        /**
         * @description critical: workers or another model may come to harm. warning: probably not what was meant. note: worth knowing.
         * @enum {string}
         */
        FindingSeverity: "critical" | "warning" | "note";
        FineTuneSeriesInfo: {
            name: string;
            version?: string | null;
            author?: string | null;
            description?: string | null;
            homepage?: string | null;
        };
        /** @description What the records of all categories have in common. Further fields are those of its category. */
        GenericModelRecord: {
            record_type: components["schemas"]["MODEL_REFERENCE_CATEGORY"];
            name: string;
            description?: string | null;
            /** @description Version of the model, not of its baseline. */
            version?: string | null;
            finetune_series?: components["schemas"]["FineTuneSeriesInfo"] | null;
            /**
             * @default {
             *       "schema_version": "2.0.0"
             *     }
             */
            metadata?: components["schemas"]["GenericModelRecordMetadata"];
            /**
             * @default {
             *       "download": []
             *     }
             */
            config?: components["schemas"]["GenericModelRecordConfig"];
            size_on_disk_bytes?: number | null;
            model_classification: components["schemas"]["ModelClassification"];
        } & {
            [key: string]: unknown;
        };
        GenericModelRecordConfig: {
            /** @default [] */
            download?: components["schemas"]["DownloadRecord"][];
            embedded_component_hashes?: {
                [key: string]: string;
            } | null;
        };
        GenericModelRecordMetadata: {
            /** @default 2.0.0 */
            schema_version?: string;
            /** @description Unix seconds. Set by the server. */
            created_at?: number | null;
            /** @description Unix seconds. Set by the server. */
            updated_at?: number | null;
            /** @description Set by the server. */
            created_by?: string | null;
            /** @description Set by the server. */
            updated_by?: string | null;
        };
        GfpganModelRecord: {
            /**
             * @default gfpgan
             * @enum {string}
             */
            record_type?: "gfpgan";
            name: string;
            description?: string | null;
            /** @description Version of the model, not of its baseline. */
            version?: string | null;
            finetune_series?: components["schemas"]["FineTuneSeriesInfo"] | null;
            /**
             * @default {
             *       "schema_version": "2.0.0"
             *     }
             */
            metadata?: components["schemas"]["GenericModelRecordMetadata"];
            /**
             * @default {
             *       "download": []
             *     }
             */
            config?: components["schemas"]["GenericModelRecordConfig"];
            /**
             * @default {
             *       "domain": "image",
             *       "purpose": "post_processing"
             *     }
             */
            model_classification?: components["schemas"]["ModelClassification"];
            size_on_disk_bytes?: number | null;
        };
        /** @description All entries, by canonical group. */
        GroupAliasListResponse: {
            entries: components["schemas"]["GroupAliasResponse"][];
        };
        /** @description A group and its other names. */
        GroupAliasResponse: {
            canonical: string;
            aliases: string[];
        };
        /** @description All families, by name. */
        GroupFamilyListResponse: {
            families: components["schemas"]["GroupFamilyResponse"][];
        };
        /** @description A family and its groups, sorted. */
        GroupFamilyResponse: {
            family_name: string;
            members: string[];
        };
        /** @description Something odd about a group. */
        GroupHealthIssue: {
            group_name: string;
            /** @enum {string} */
            issue_type: "singleton_group" | "inconsistent_baseline" | "inconsistent_nsfw" | "missing_baseline" | "missing_description";
            message: string;
            /** @enum {string} */
            severity: "warning" | "info";
        };
        /** @description The issues of all groups, by group name. */
        GroupHealthResponse: {
            issues: components["schemas"]["GroupHealthIssue"][];
            total_groups_checked: number;
            groups_with_issues: number;
            issue_counts_by_type: {
                [key: string]: number;
            };
        };
        /** @description The names of all groups, sorted. */
        GroupListResponse: {
            groups: string[];
        };
        /** @description A member with the values of its record. */
        GroupMemberInfo: {
            name: string;
            parsed: components["schemas"]["ParsedNameInfo"];
            parameters: number | null;
            baseline: string | null;
            nsfw: boolean | null;
            description: string | null;
            url: string | null;
            style: string | null;
            tags: string[] | null;
            display_name: string | null;
            instruct_format: string | null;
            is_backend_duplicate: boolean;
            backend_prefix: string | null;
        };
        /** @description All of one group. */
        GroupMembersResponse: {
            group_name: string;
            members: components["schemas"]["GroupMemberInfo"][];
            /** @description Fields with one and the same value in all canonical members. */
            common_fields: {
                [key: string]: unknown;
            };
            /** @description By number of parameters. */
            available_sizes: string[];
            /** @description Null: some member has none. */
            available_variants: (string | null)[];
            /** @description Null: some member has none. */
            available_quants: (string | null)[];
            /** @description Null: some member has none. */
            available_versions: (string | null)[];
            /** @description Members per value; nulls are not counted. */
            size_usage: {
                [key: string]: number;
            };
            /** @description Members per value; nulls are not counted. */
            variant_usage: {
                [key: string]: number;
            };
            /** @description Members per value; nulls are not counted. */
            quant_usage: {
                [key: string]: number;
            };
            name_format: components["schemas"]["NameFormatInfo"];
            /** @description Members without backend prefix. */
            canonical_count: number;
            backend_duplicate_count: number;
            name_schema_is_custom: boolean;
            exception_members: components["schemas"]["NameExceptionInfo"][];
            related_family: components["schemas"]["GroupFamilyResponse"] | null;
            health_issues: components["schemas"]["GroupHealthIssue"][];
        };
        /** @description The naming schema of a group. */
        GroupNameSchemaResponse: {
            group_name: string;
            name_schema: components["schemas"]["TextModelGroupNameSchema"];
            /** @description False: inferred from the names of the members. */
            is_custom: boolean;
        };
        /** @description What is absent or null stays as saved, or else is the default. */
        GroupNameSchemaUpdateRequest: {
            separator?: string | null;
            /** @description Of base, size, variant, version, quant; other labels are kept as they are. */
            part_order?: string[] | null;
            author_included?: boolean | null;
            common_author?: string | null;
            template?: string | null;
            extra_parts?: string[] | null;
        };
        /** @description A group in one line. */
        GroupSummaryEntry: {
            group_name: string;
            canonical_count: number;
            backend_duplicate_count: number;
            has_custom_schema: boolean;
            family_name: string | null;
            /** @description The group that this one is an alias of. */
            alias_canonical: string | null;
            /** @description The aliases of this group. */
            aliases: string[];
            /** @description In the order of strings. */
            available_sizes: string[];
            health_issues: components["schemas"]["GroupHealthIssue"][];
        };
        /** @description All groups, by name. */
        GroupsSummaryResponse: {
            groups: components["schemas"]["GroupSummaryEntry"][];
            total_groups: number;
            /** @description Members of all groups. */
            total_models: number;
            groups_with_families: number;
            groups_with_aliases: number;
            groups_with_issues: number;
        };
        /** @description Every problem of an input. */
        HTTPValidationError: {
            detail: components["schemas"]["ValidationError"][];
        };
        /** @description The service is up. */
        HeartbeatResponse: {
            /** @constant */
            status: "ok";
            ai_horde: components["schemas"]["AIHordeStatus"];
        };
        ImageGenerationModelRecord: {
            /**
             * @default image_generation
             * @enum {string}
             */
            record_type?: "image_generation";
            name: string;
            description?: string | null;
            /** @description Version of the model, not of its baseline. */
            version?: string | null;
            finetune_series?: components["schemas"]["FineTuneSeriesInfo"] | null;
            /**
             * @default {
             *       "schema_version": "2.0.0"
             *     }
             */
            metadata?: components["schemas"]["GenericModelRecordMetadata"];
            /**
             * @default {
             *       "download": []
             *     }
             */
            config?: components["schemas"]["GenericModelRecordConfig"];
            /**
             * @default {
             *       "domain": "image",
             *       "purpose": "generation"
             *     }
             */
            model_classification?: components["schemas"]["ModelClassification"];
            size_on_disk_bytes?: number | null;
            /** @default false */
            inpainting?: boolean | null;
            /** @description One of infer, stable_diffusion_1, stable_diffusion_2_768, stable_diffusion_2_512, stable_diffusion_xl, stable_cascade, flux_1, flux_schnell, flux_dev, qwen_image, z_image_turbo, or a known spelling of one, which is stored as its canonical name. */
            baseline: components["schemas"]["KNOWN_IMAGE_GENERATION_BASELINE"] | string;
            optimization?: string | null;
            tags?: string[] | null;
            showcases?: string[] | null;
            min_bridge_version?: number | null;
            trigger?: string[] | null;
            homepage?: string | null;
            nsfw: boolean;
            /** @description One of generalist, anime, furry, artistic, other, realistic. */
            style?: (components["schemas"]["MODEL_STYLE"] | string) | null;
            requirements?: {
                [key: string]: number | string | boolean | (number | string)[];
            } | null;
        };
        /** @description What was imported into the database. */
        ImportRunsList: {
            items: {
                number: number;
                imported_at: number;
                /** @description Account and host that ran the command. */
                imported_by: string;
                /** @description Directories and addresses. */
                sources: string[];
                /** @description Models, aliases, families and naming schemas. */
                created: number;
                updated: number;
                deleted: number;
                unchanged: number;
                /** @description Records that could not be imported. */
                left_out: number;
            }[];
        };
        /** @description Something that the caller is told. */
        InboxEntry: {
            /** @description The event, and the change that it is about. */
            id: string;
            /** @description Of the audit event that is told of. */
            event_id: number;
            change_id: number;
            /**
             * @description `conflict`: another change of the model was applied, so the change is based on a record that is not there any more.
             * @enum {string}
             */
            kind: "proposed" | "revised" | "withdrawn" | "comment" | "changes_requested" | "endorsed" | "approved" | "unapproved" | "rejected" | "applied" | "purged" | "conflict";
            /**
             * @description Why the caller is told: they have proposed the change, or review it.
             * @enum {string}
             */
            because: "requested" | "reviews";
            /** @description Unix seconds, UTC. */
            at: number;
            actor_id: string;
            /** @description `name#id`. */
            actor_username: string | null;
            category: string;
            model_name: string;
            /** @description Null where it is not known any more. */
            operation: string | null;
            /** @description The beginning of a comment or of the reason of a rejection. Plain text. */
            excerpt: string | null;
            /** @description Unix seconds; null: unread. */
            read_at: number | null;
            /** @description Of the change by now; null: it was removed. */
            status: components["schemas"]["PendingChangeStatus"] | null;
            /** @description Of the change by now; null once it is decided. */
            risk: components["schemas"]["RiskLevel"] | null;
        };
        /** @description What became of the read marks. */
        InboxMarked: {
            /** @description How many were unread. */
            marked: number;
            unread: components["schemas"]["InboxUnread"];
        };
        /** @description What the caller is told of the queue. */
        InboxPage: {
            /** @description The newest first. */
            items: components["schemas"]["InboxEntry"][];
            /** @description For `cursor`; null: there are no more. */
            next_cursor: string | null;
            unread: components["schemas"]["InboxUnread"];
        };
        /** @description Which entries were read: `ids` or `up_to`, one of them. */
        InboxReadRequest: {
            /** @description Entries. */
            ids?: string[] | null;
            /** @description All entries of audit events up to this one: what came later stays unread. */
            up_to?: number | null;
        };
        /** @description How many entries the caller has not read. */
        InboxUnread: {
            total: number;
            /** @description Kind → number; kinds without any are absent. */
            by_kind: {
                [key: string]: number;
            };
        };
        /** @description The processes that serve from the database. */
        InstancesList: {
            items: {
                /** @description Another one after each start. */
                id: string;
                host: string;
                /** @description Its number on the host. */
                process: number;
                version: string;
                /** @enum {string} */
                role: "PRIMARY" | "REPLICA";
                started_at: number;
                /** @description When it last said that it is there. */
                seen_at: number;
                /** @description How far its copy was behind then; null at a PRIMARY, and where it is not known. */
                lag_seconds: number | null;
            }[];
        };
        /** @enum {string} */
        KNOWN_IMAGE_GENERATION_BASELINE: "infer" | "stable_diffusion_1" | "stable_diffusion_2_768" | "stable_diffusion_2_512" | "stable_diffusion_xl" | "stable_cascade" | "flux_1" | "flux_schnell" | "flux_dev" | "qwen_image" | "z_image_turbo";
        /** @description The latest change of any category. */
        LastUpdatedResponse: {
            /** @description Unix seconds, UTC; null when nothing was ever written. */
            last_updated: number | null;
        };
        /** @description An address that live records name. */
        LearnedFileAddress: {
            url: string;
            state: components["schemas"]["FileAddressState"];
        };
        /** @description A part of what was learned of files, the oldest first. */
        LearnedFilesPage: {
            addresses: components["schemas"]["LearnedFileAddress"][];
            verdicts: components["schemas"]["NotedFileVerdict"][];
            changes: components["schemas"]["FileVerdictChange"][];
            /** @description Where to read on. */
            next: string;
            /** @description Whether there is more already. */
            has_more: boolean;
            /** @description At a replica: since when it does not know what its primary has learned; null before it has read all. 0 where files are looked at. */
            age_seconds: number | null;
        };
        LegacyBlipRecord: {
            name: string;
            /**
             * @default blip
             * @enum {string}
             */
            type?: "blip";
            description?: string | null;
            version?: string | null;
            style?: string | null;
            nsfw?: boolean | null;
            download_all?: boolean | null;
            config?: components["schemas"]["LegacyConfig"] | null;
            available?: boolean | null;
            features_not_supported?: string[] | null;
        } & {
            [key: string]: unknown;
        };
        LegacyClipRecord: {
            name: string;
            /**
             * @default clip
             * @enum {string}
             */
            type?: "clip" | "coca";
            description?: string | null;
            version?: string | null;
            style?: string | null;
            nsfw?: boolean | null;
            download_all?: boolean | null;
            config?: components["schemas"]["LegacyConfig"] | null;
            available?: boolean | null;
            features_not_supported?: string[] | null;
            pretrained_name?: string | null;
        } & {
            [key: string]: unknown;
        };
        LegacyCodeformerRecord: {
            name: string;
            /**
             * @default CodeFormers
             * @enum {string}
             */
            type?: "CodeFormers";
            description?: string | null;
            version?: string | null;
            style?: string | null;
            nsfw?: boolean | null;
            download_all?: boolean | null;
            config?: components["schemas"]["LegacyConfig"] | null;
            available?: boolean | null;
            features_not_supported?: string[] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Files, and where they come from. Other keys of a body are dropped. */
        LegacyConfig: {
            files?: components["schemas"]["LegacyConfigFile"][] | null;
            download?: components["schemas"]["LegacyConfigDownload"][] | null;
            embedded_component_hashes?: {
                [key: string]: string;
            } | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Where a file comes from. Other keys are kept. */
        LegacyConfigDownload: {
            file_name?: string | null;
            file_path?: string | null;
            file_url?: string | null;
            /** @description Of the file, for clients that do not send `files`. */
            sha256sum?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A file of the model. Other keys are kept. */
        LegacyConfigFile: {
            path: string;
            md5sum?: string | null;
            sha256sum?: string | null;
            file_type?: string | null;
            content_hash?: string | null;
        } & {
            [key: string]: unknown;
        };
        LegacyControlnetRecord: {
            name: string;
            type: components["schemas"]["CONTROLNET_STYLE"];
            description?: string | null;
            version?: string | null;
            style?: string | null;
            nsfw?: boolean | null;
            download_all?: boolean | null;
            config?: components["schemas"]["LegacyConfig"] | null;
            available?: boolean | null;
            features_not_supported?: string[] | null;
        } & {
            [key: string]: unknown;
        };
        LegacyEsrganRecord: {
            name: string;
            /**
             * @default realesrgan
             * @enum {string}
             */
            type?: "realesrgan";
            description?: string | null;
            version?: string | null;
            style?: string | null;
            nsfw?: boolean | null;
            download_all?: boolean | null;
            config?: components["schemas"]["LegacyConfig"] | null;
            available?: boolean | null;
            features_not_supported?: string[] | null;
        } & {
            [key: string]: unknown;
        };
        LegacyGfpganRecord: {
            name: string;
            /**
             * @default gfpgan
             * @enum {string}
             */
            type?: "gfpgan";
            description?: string | null;
            version?: string | null;
            style?: string | null;
            nsfw?: boolean | null;
            download_all?: boolean | null;
            config?: components["schemas"]["LegacyConfig"] | null;
            available?: boolean | null;
            features_not_supported?: string[] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description What the members of a group have in common. */
        LegacyGroupSummary: {
            /** @description Models, each counted once. */
            member_count: number;
            available_sizes: string[];
            available_quants: string[];
            /** @description Null when members differ. */
            common_baseline: string | null;
            any_nsfw: boolean;
            any_has_description: boolean;
            /** @description Sorted. */
            merged_tags: string[];
            name_format: {
                separator: string;
                part_order: string[];
                author_included: boolean;
                common_author: string | null;
                template: string;
            };
        };
        LegacyMiscellaneousRecord: {
            name: string;
            /**
             * @default layer_diffuse
             * @enum {string}
             */
            type?: "layer_diffuse";
            description?: string | null;
            version?: string | null;
            style?: string | null;
            nsfw?: boolean | null;
            download_all?: boolean | null;
            config?: components["schemas"]["LegacyConfig"] | null;
            available?: boolean | null;
            features_not_supported?: string[] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A record as v1 shows it: beside these fields those of its category, and any others it was given. */
        LegacyRecord: {
            name: string;
            type?: string | null;
            description?: string | null;
            version?: string | null;
            style?: string | null;
            nsfw?: boolean | null;
            config?: {
                [key: string]: unknown;
            } | null;
        } & {
            [key: string]: unknown;
        };
        LegacySafetyCheckerRecord: {
            name: string;
            /**
             * @default safety_checker
             * @enum {string}
             */
            type?: "safety_checker";
            description?: string | null;
            version?: string | null;
            style?: string | null;
            nsfw?: boolean | null;
            download_all?: boolean | null;
            config?: components["schemas"]["LegacyConfig"] | null;
            available?: boolean | null;
            features_not_supported?: string[] | null;
        } & {
            [key: string]: unknown;
        };
        LegacyStableDiffusionRecord: {
            name: string;
            /**
             * @default ckpt
             * @enum {string}
             */
            type?: "ckpt";
            description?: string | null;
            version?: string | null;
            style?: string | null;
            nsfw?: boolean | null;
            download_all?: boolean | null;
            config?: components["schemas"]["LegacyConfig"] | null;
            available?: boolean | null;
            features_not_supported?: string[] | null;
            /** @default false */
            inpainting?: boolean;
            baseline: string;
            tags?: string[] | null;
            showcases?: string[] | null;
            min_bridge_version?: number | null;
            trigger?: string[] | null;
            homepage?: string | null;
            size_on_disk_bytes?: number | null;
            optimization?: string | null;
            requirements?: {
                [key: string]: number | string | boolean | (number | string)[];
            } | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A text model as v1 shows it: under its own name, and under the one by which each backend advertises it. */
        LegacyTextGenerationEntry: {
            name: string;
            type?: string | null;
            description?: string | null;
            version?: string | null;
            style?: string | null;
            nsfw?: boolean | null;
            config?: {
                [key: string]: unknown;
            } | null;
            /** @description The name without its author. */
            model_name: string;
            baseline: string;
            parameters: number | null;
            /** @description With the size and the style. */
            tags: string[];
            display_name?: string;
            url?: string;
            instruct_format?: string;
            settings?: {
                [key: string]: unknown;
            };
            /** @description With include_group only. */
            text_model_group?: string;
            /** @description With include_group only. */
            text_model_group_summary?: components["schemas"]["LegacyGroupSummary"];
        } & {
            [key: string]: unknown;
        };
        LegacyTextGenerationRecord: {
            name: string;
            type?: string | null;
            description?: string | null;
            version?: string | null;
            style?: string | null;
            nsfw?: boolean | null;
            download_all?: boolean | null;
            config?: components["schemas"]["LegacyConfig"] | null;
            available?: boolean | null;
            features_not_supported?: string[] | null;
            model_name?: string | null;
            baseline?: string | null;
            parameters: number;
            display_name?: string | null;
            url?: string | null;
            tags?: string[] | null;
            instruct_format?: string | null;
            settings?: {
                [key: string]: number | string | boolean | (number | string)[];
            } | null;
        } & {
            [key: string]: unknown;
        };
        LoraModelRecord: {
            /**
             * @default lora
             * @enum {string}
             */
            record_type?: "lora";
            name: string;
            description?: string | null;
            /** @description Version of the model, not of its baseline. */
            version?: string | null;
            finetune_series?: components["schemas"]["FineTuneSeriesInfo"] | null;
            /**
             * @default {
             *       "schema_version": "2.0.0"
             *     }
             */
            metadata?: components["schemas"]["GenericModelRecordMetadata"];
            /**
             * @default {
             *       "download": []
             *     }
             */
            config?: components["schemas"]["GenericModelRecordConfig"];
            /**
             * @default {
             *       "domain": "image",
             *       "purpose": "auxiliary_or_patch"
             *     }
             */
            model_classification?: components["schemas"]["ModelClassification"];
            size_on_disk_bytes?: number | null;
            baseline?: string | null;
            /** @default false */
            nsfw?: boolean;
            tags?: string[] | null;
            trigger?: string[] | null;
            homepage?: string | null;
            showcases?: string[] | null;
        };
        /**
         * @description What a model works on.
         * @enum {string}
         */
        MODEL_DOMAIN: "image" | "text" | "video" | "audio" | "rendered_3d";
        /**
         * @description What a model is for.
         * @enum {string}
         */
        MODEL_PURPOSE: "generation" | "post_processing" | "auxiliary_or_patch" | "feature_extractor" | "safety_checker" | "miscellaneous";
        /**
         * @description The categories.
         * @enum {string}
         */
        MODEL_REFERENCE_CATEGORY: "image_generation" | "text_generation" | "clip" | "controlnet" | "blip" | "esrgan" | "gfpgan" | "codeformer" | "safety_checker" | "video_generation" | "audio_generation" | "miscellaneous" | "lora" | "ti";
        /** @enum {string} */
        MODEL_STYLE: "generalist" | "anime" | "furry" | "artistic" | "other" | "realistic";
        MiscellaneousModelRecord: {
            /**
             * @default miscellaneous
             * @enum {string}
             */
            record_type?: "miscellaneous";
            name: string;
            description?: string | null;
            /** @description Version of the model, not of its baseline. */
            version?: string | null;
            finetune_series?: components["schemas"]["FineTuneSeriesInfo"] | null;
            /**
             * @default {
             *       "schema_version": "2.0.0"
             *     }
             */
            metadata?: components["schemas"]["GenericModelRecordMetadata"];
            /**
             * @default {
             *       "download": []
             *     }
             */
            config?: components["schemas"]["GenericModelRecordConfig"];
            /**
             * @default {
             *       "domain": "image",
             *       "purpose": "miscellaneous"
             *     }
             */
            model_classification?: components["schemas"]["ModelClassification"];
            size_on_disk_bytes?: number | null;
        };
        ModelClassification: {
            domain: components["schemas"]["MODEL_DOMAIN"];
            purpose: components["schemas"]["MODEL_PURPOSE"];
        };
        /** @description What speaks for and against a model. */
        ModelDeletionRiskInfo: {
            /** @description Of the model, or of the group. */
            name: string;
            category: components["schemas"]["MODEL_REFERENCE_CATEGORY"];
            deletion_risk_flags: components["schemas"]["DeletionRiskFlags"];
            /** @description Any flag is set. */
            at_risk: boolean;
            /** @description How many flags are set. */
            risk_score: number;
            worker_count: number;
            usage_day: number;
            usage_month: number;
            usage_total: number;
            /** @description Always null: the usage service does not tell. */
            usage_hour: number | null;
            /** @description Always null: the usage service does not tell. */
            usage_minute: number | null;
            usage_percentage_of_category: number;
            usage_trend: components["schemas"]["UsageTrend"];
            /** @description Uses in the month for each GiB on disk. */
            cost_benefit_score: number | null;
            /** @description In GiB. */
            size_gb: number | null;
            baseline: string | null;
            nsfw: boolean | null;
            has_description: boolean;
            download_count: number;
            download_hosts: string[];
            /** @description Null unless asked for. */
            backend_variations: components["schemas"]["BackendVariationStats"][] | null;
            /** @description Hardly used in the month, and served by nobody. */
            is_critical: boolean;
            /** @description Something is wrong with its downloads. */
            has_warning: boolean;
        };
        /** @description The files of a model, and the latest changes of their verdicts. */
        ModelFiles: {
            files: components["schemas"]["FileEvidence"][];
            changes: components["schemas"]["FileVerdictChange"][];
            from_primary: components["schemas"]["EvidenceFromPrimary"];
        };
        /** @description One write of a live record. */
        ModelHistoryEntry: {
            event_id: number;
            /** @description Unix seconds, UTC. */
            timestamp: number;
            operation: components["schemas"]["AuditOperation"];
            /** @description Null when no queued change did it, as in an import. */
            change_id: number | null;
            batch_id: number | null;
            batch_title: string | null;
            /** @description User id. */
            requested_by: string | null;
            requested_username: string | null;
            /** @description User id; `import` for an import. */
            applied_by: string;
            applied_username: string | null;
            /** @description What it changed in the v2 record. Null when the record before is not known. */
            field_diffs: components["schemas"]["FieldDiff"][] | null;
        };
        /** @description One page of what became of a model. */
        ModelHistoryPage: {
            /** @description Newest first. */
            items: components["schemas"]["ModelHistoryEntry"][];
            limit: number;
            /** @description Where the next page begins; null at the end. */
            next_cursor: number | null;
        };
        /** @description What a batch did to one model in the end. */
        ModelNetChange: {
            model_name: string;
            category: components["schemas"]["MODEL_REFERENCE_CATEGORY"];
            net_operation: components["schemas"]["NetChangeType"];
            /** @description The record before the batch's first write of the model. */
            before_state: {
                [key: string]: unknown;
            } | null;
            /** @description The record after the batch's last write of the model. */
            after_state: {
                [key: string]: unknown;
            } | null;
            field_diffs: components["schemas"]["FieldDiff"][];
            /** @description What changes for readers of the other API version (of a v1 write in the v2 record, and the other way round); none where that has no such record. */
            counterpart_diffs: components["schemas"]["FieldDiff"][];
            is_critical: boolean;
            /** @description The paths among `field_diffs` that make it critical; where none does, those among `counterpart_diffs`. */
            critical_fields: string[];
        };
        /** @description A record of any category. A write is validated as a record of the category in its path. */
        ModelRecordUnion: components["schemas"]["ImageGenerationModelRecord"] | components["schemas"]["TextGenerationModelRecord"] | components["schemas"]["ClipModelRecord"] | components["schemas"]["ControlNetModelRecord"] | components["schemas"]["BlipModelRecord"] | components["schemas"]["EsrganModelRecord"] | components["schemas"]["GfpganModelRecord"] | components["schemas"]["CodeformerModelRecord"] | components["schemas"]["SafetyCheckerModelRecord"] | components["schemas"]["VideoGenerationModelRecord"] | components["schemas"]["AudioGenerationModelRecord"] | components["schemas"]["MiscellaneousModelRecord"] | components["schemas"]["LoraModelRecord"] | components["schemas"]["TextualInversionModelRecord"];
        /** @description How much a model was used, day by day. */
        ModelUsageHistory: {
            days: {
                /** @description UTC, `2026-01-31`. */
                date: string;
                /** @description Uses in the 24 hours before. */
                day: number;
                /** @description Uses in the month before. */
                month: number;
                /** @description Uses ever. */
                total: number;
                workers: number;
            }[];
        };
        /** @description Live usage of one model; null where nothing is known. */
        ModelUsageStats: {
            queued_jobs: number | null;
            performance: number | null;
            eta: number | null;
            queued: number | null;
            usage_stats: components["schemas"]["UsageTotals"] | null;
            worker_summaries: {
                [key: string]: components["schemas"]["WorkerSummary"];
            } | null;
            /** @description By backend; empty unless asked for. */
            backend_variations: {
                [key: string]: components["schemas"]["BackendVariation"];
            };
            /** @description Workers that serve the model. */
            worker_count: number;
        };
        /** @description A member that may be named otherwise. */
        NameExceptionInfo: {
            name: string;
            reason: string;
        };
        NameExceptionRequest: {
            /** @description Why the model is named otherwise than its group’s schema says; null takes the exception back. */
            reason: string | null;
        };
        /** @description The queued change. */
        NameExceptionResponse: {
            pending_change_id: number;
        };
        /** @description How the names of a group are put together. */
        NameFormatInfo: {
            separator: string;
            part_order: string[];
            author_included: boolean;
            common_author: string | null;
            template: string;
            extra_parts: string[];
        };
        /**
         * @description What a write turns out to do, whatever was asked for.
         * @enum {string}
         */
        NetChangeType: "added" | "modified" | "deleted" | "unchanged";
        /** @description The verdict on a file of a record, and since when. */
        NotedFileVerdict: {
            category: string;
            model_name: string;
            field_path: string;
            url: string;
            sha256: string | null;
            verdict: components["schemas"]["FileVerdict"];
            since: number;
        };
        /**
         * @description What the latest write of a category did.
         * @enum {string}
         */
        OperationType: "create" | "update" | "delete";
        /** @description How the instance that answers is. */
        OperationsStatus: {
            version: string;
            /** @enum {string} */
            database: "sqlite" | "postgresql";
            /** @description Why `/readyz` answers 503; null: it is ready. */
            obstacle: string | null;
            /** @description Why instances do not hear of one another; null where they do, or need not. */
            notifications_problem: string | null;
            usage_service: {
                degraded: boolean;
                consecutive_failures: number;
            };
            /** @description The horde's styles; null where none are read (`STYLES_SOURCE`). */
            styles: {
                source: string;
                /** @description Number of those that ask for a model. */
                styles: number;
                /** @description When the copy was read; null: there is none yet. */
                read_at: number | null;
                /** @description Why the latest try gave none: the last good copy counts. */
                problem: string | null;
            } | null;
            /** @description Null at a PRIMARY. */
            replica: {
                source: string | null;
                kind: ("feed" | "polled" | "files") | null;
                lag_seconds: number | null;
                /** @description Of what the primary has learned of files; null while it tells nothing. */
                evidence_age_seconds: number | null;
                evidence_problem: string | null;
                problem: string | null;
            } | null;
            /** @description Of all workers behind this port, since their start. */
            metrics: {
                workers: number;
                started_at: number | null;
                resident_memory_bytes: number;
                /** @description Answers by status class, `2xx`. */
                requests: {
                    [key: string]: number;
                };
                /** @description Of answers that are computed; reads of ready bytes are not timed. */
                mean_answer_seconds: number | null;
                feed_streams: number;
            };
        };
        /** @description How many text models are of a size. */
        ParameterBucketStats: {
            bucket_label: string;
            /** @description Inclusive. */
            min_params: number;
            /** @description Exclusive; null for the last bucket. */
            max_params: number | null;
            count: number;
            /** @description Of all models, to two places. */
            percentage: number;
        };
        /** @description The parts of a name. */
        ParsedNameInfo: {
            /** @description What is left without the tokens. */
            base_name: string;
            /** @description In upper case: `7B`, `8X7B`. */
            size: string | null;
            /** @description `Instruct`, `Chat`, … as spelled. */
            variant: string | null;
            /** @description Quantisation, in upper case: `Q4_K_M`, `GGUF`. */
            quant: string | null;
            /** @description `v0.1`, as spelled. */
            version: string | null;
            extras: components["schemas"]["ExtraPartInfo"][];
        };
        /** @description A name taken apart. */
        ParsedNameResponse: {
            original_name: string;
            /** @description What is left without the tokens. */
            base_name: string;
            /** @description In upper case: `7B`, `8X7B`. */
            size: string | null;
            /** @description `Instruct`, `Chat`, … as spelled. */
            variant: string | null;
            /** @description Quantisation, in upper case: `Q4_K_M`, `GGUF`. */
            quant: string | null;
            /** @description `v0.1`, as spelled. */
            version: string | null;
            /** @description Base name without backend prefix and author; aliases are applied. */
            suggested_group: string;
            extras: components["schemas"]["ExtraPartInfo"][];
        };
        /** @description Approves and rejects pending changes: all of them, or none. */
        PendingBatchRequest: {
            batch_title: string;
            /** @description Changes to approve. */
            approved_ids?: number[] | null;
            /** @description Changes to reject. */
            rejected_ids?: number[] | null;
            /** @description Required when rejecting. */
            reject_reason?: string | null;
            /** @description Change id → the version that was looked at. When one has a newer version by now, nothing is decided (409). Changes that are not named are decided as they are. */
            expected_versions?: {
                [key: string]: number;
            } | null;
        };
        /** @description What a review call did. */
        PendingBatchResult: {
            /** @description Null when nothing was approved. */
            batch_id: number | null;
            batch_title: string;
            approved: components["schemas"]["PendingChangeRecord"][];
            rejected: components["schemas"]["PendingChangeRecord"][];
            /** @description What you have approved and others have to approve as well: it stays pending. */
            endorsed?: components["schemas"]["PendingChangeRecord"][];
        };
        /** @description A change against the current record, field by field. */
        PendingChangeDiff: {
            change_id: number;
            category: components["schemas"]["MODEL_REFERENCE_CATEGORY"];
            model_name: string;
            operation: components["schemas"]["AuditOperation"];
            /** @description The live record; null when there is none. */
            current_state: {
                [key: string]: unknown;
            } | null;
            /** @description The record as it would be; null for a delete. */
            proposed_state: {
                [key: string]: unknown;
            } | null;
            net_operation: components["schemas"]["NetChangeType"];
            /** @description Times and authors that the server sets are left out. */
            field_diffs: components["schemas"]["FieldDiff"][];
            /** @description What changes for readers of the other API version (of a v1 write in the v2 record, and the other way round); none where that has no such record. */
            counterpart_diffs: components["schemas"]["FieldDiff"][];
            /** @description A download or a critical field of the category differs: look twice. */
            is_critical: boolean;
            /** @description The paths among `field_diffs` that make it critical; where none does, those among `counterpart_diffs`. */
            critical_fields: string[];
            /** @description Dotted paths, in the order of `field_diffs`. */
            fields_added: string[];
            /** @description Dotted paths, in the order of `field_diffs`. */
            fields_removed: string[];
            /** @description Dotted paths, in the order of `field_diffs`. */
            fields_modified: string[];
            /** @description The live record is not the one that the change was proposed for. False once the change is decided. */
            stale: boolean;
            /** @description When stale: what became of the live record since the change was proposed. Null when that is not known. */
            changed_since: components["schemas"]["FieldDiff"][] | null;
            /** @description The worst first. Of changes that are not decided yet; others have none. */
            findings: components["schemas"]["Finding"][];
        };
        /** @description Diffs of several changes, in the order asked for. */
        PendingChangeDiffPage: {
            diffs: components["schemas"]["PendingChangeDiff"][];
            /** @description Number of ids asked for. */
            total: number;
            errors: {
                change_id: number;
                error: string;
                error_type: string;
            }[];
        };
        /** @description A proposed change and its way through the review queue. `stale`, `findings` and all that follows them are there in lists and single reads only; of a decided change they say nothing. */
        PendingChangeRecord: {
            change_id: number;
            category: components["schemas"]["MODEL_REFERENCE_CATEGORY"];
            model_name: string;
            operation: components["schemas"]["AuditOperation"];
            /** @description The record as submitted; for a delete, the live record at that moment. */
            payload?: {
                [key: string]: unknown;
            } | null;
            /** @description User id. */
            requested_by: string;
            /** @description `name#id`. */
            requested_username: string;
            /** @description Unix seconds, UTC. */
            requested_at?: number;
            status?: components["schemas"]["PendingChangeStatus"];
            /** @description Why the service queued this change, when it did so itself. */
            notes?: string | null;
            /** @description Assigned at approval. */
            batch_id?: number | null;
            /** @description Given by the approver. */
            batch_title?: string | null;
            /** @description User id. */
            approved_by?: string | null;
            /** @description `name#id`. */
            approved_username?: string | null;
            /** @description When it was approved. Unix seconds, UTC. */
            approved_at?: number | null;
            /** @description User id. */
            rejected_by?: string | null;
            /** @description `name#id`. */
            rejected_username?: string | null;
            /** @description When it was rejected. Unix seconds, UTC. */
            rejected_at?: number | null;
            /** @description Given by the approver. */
            reject_reason?: string | null;
            /** @description When it reached the live records. Unix seconds, UTC. */
            applied_at?: number | null;
            /** @description User id. */
            applied_by?: string | null;
            /** @description `name#id`. */
            applied_username?: string | null;
            /** @description The token under which it was applied. */
            applied_job_id?: string | null;
            /** @description Latest change of this entry. Unix seconds, UTC. */
            updated_at?: number;
            /** @description How it was proposed: `route`, and more for group updates. */
            request_metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Other names of the model that change with it (backend variants of text models). */
            related_models?: string[] | null;
            /** @description Counts what its requestor has proposed under this id, from 1. */
            version?: number;
            /** @description User id of the approver who has asked for another version. */
            changes_requested_by?: string | null;
            /** @description Approvals that were not enough by themselves, in order. The last one is `approved_by`. */
            approvals?: {
                user_id: string;
                username: string;
                at: number;
            }[] | null;
            /** @description The live record is not the one that the change was proposed for. False once the change is decided. */
            stale?: boolean;
            /** @description The worst first. Of changes that are not decided yet; others have none. */
            findings?: components["schemas"]["Finding"][];
            net_operation?: components["schemas"]["NetChangeType"] | null;
            /** @description Of an open change that modifies a live model: dotted paths that a reviewer must not overlook, at most 25. */
            critical_fields?: string[];
            /** @description Of an open change that modifies a live model: dotted paths that differ, the critical first, at most 25. */
            changed_fields?: string[];
            /** @description Number of all paths that differ. */
            changed_field_count?: number;
            /** @description Other changes of the same model that are pending or approved: ids, ascending, at most 20. What is applied last counts. */
            open_changes_of_model?: number[];
            risk?: components["schemas"]["RiskLevel"] | null;
            /** @description Why an open change is not of low risk, the worst first. */
            risk_reasons?: components["schemas"]["RiskReason"][];
        };
        /**
         * @description pending → approved → applied, or pending → rejected.
         * @enum {string}
         */
        PendingChangeStatus: "pending" | "approved" | "applied" | "rejected";
        /** @description A batch and its changes. */
        PendingQueueAuditBatchDetail: {
            batch_id: number;
            /** @description Given with its first approval. */
            batch_title: string | null;
            /** @description Who approved first: user id. */
            approved_by: string | null;
            approved_at: number | null;
            /** @description Of the latest apply. */
            applied_at: number | null;
            /** @description Applied ones included. */
            approved_change_count: number;
            rejected_change_count: number;
            applied_change_count: number;
            total_change_count: number;
            last_event_id: number;
            /** @description One page of them, in ascending id. */
            changes: components["schemas"]["PendingQueueAuditChange"][];
        };
        /** @description One page of batches, newest first. */
        PendingQueueAuditBatchPage: {
            domain: components["schemas"]["CanonicalFormat"];
            batches: components["schemas"]["PendingQueueAuditBatchSummary"][];
            /** @description Where the next page begins; null at the end. */
            next_cursor: number | null;
        };
        /** @description A batch. Changes that were purged since count by what they were. */
        PendingQueueAuditBatchSummary: {
            batch_id: number;
            /** @description Given with its first approval. */
            batch_title: string | null;
            /** @description Who approved first: user id. */
            approved_by: string | null;
            approved_at: number | null;
            /** @description Of the latest apply. */
            applied_at: number | null;
            /** @description Applied ones included. */
            approved_change_count: number;
            rejected_change_count: number;
            applied_change_count: number;
            total_change_count: number;
            last_event_id: number;
        };
        /** @description A change and its way through the queue. */
        PendingQueueAuditChange: {
            change_id: number;
            status: components["schemas"]["PendingChangeStatus"];
            operation: components["schemas"]["AuditOperation"];
            category: components["schemas"]["MODEL_REFERENCE_CATEGORY"];
            model_name: string;
            requested_by: string;
            /** @description Unix seconds, UTC. */
            requested_at: number;
            approved_by: string | null;
            approved_at: number | null;
            rejected_by: string | null;
            rejected_at: number | null;
            reject_reason: string | null;
            applied_by: string | null;
            applied_at: number | null;
            applied_job_id: string | null;
            batch_id: number | null;
            batch_title: string | null;
            /** @description In order. */
            events: components["schemas"]["PendingQueueAuditEvent"][];
        };
        /** @description What is pending. */
        PendingQueueAuditCurrentResponse: {
            domain: components["schemas"]["CanonicalFormat"];
            /** @description Latest first. */
            pending_changes: components["schemas"]["PendingQueueAuditChange"][];
            /** @description On all pages. */
            total_pending: number;
            /** @description Unix seconds, UTC. */
            generated_at: number;
        };
        /** @description Something that happened to a change in the queue. */
        PendingQueueAuditEvent: {
            event_id: number;
            /** @description Unix seconds, UTC. */
            timestamp: number;
            /** @enum {string} */
            action: "enqueue" | "approve" | "reject" | "apply" | "batch_split" | "purge" | "withdraw" | "unapprove" | "revise" | "request_changes" | "endorse" | "comment" | "comment_edit" | "comment_delete";
            /** @description Who did it: user id. */
            logical_user_id: string;
            /** @description The action's own facts. */
            payload: {
                [key: string]: unknown;
            };
        };
        /** @description One page of changes, in ascending id. */
        PendingQueuePage: {
            items: components["schemas"]["PendingChangeRecord"][];
            /** @description Matching changes on all pages. */
            total: number;
            offset: number;
            limit: number;
        };
        /** @description A model, its record as stored, and its live usage. */
        PopularModel: {
            name: string;
            record: components["schemas"]["ModelRecordUnion"];
            stats: {
                /** @description Jobs that wait. */
                queued_jobs?: number;
                performance?: number;
                /** @description Seconds until the queue is empty. */
                eta?: number;
                /** @description Work that waits. */
                queued?: number;
                usage_stats?: components["schemas"]["UsageTotals"];
                /** @description By worker id. */
                worker_summaries?: {
                    [key: string]: components["schemas"]["WorkerSummary"];
                };
                /** @description Workers that serve the model. */
                worker_count: number;
            };
        };
        /** @description A proposed write against the current record, field by field. */
        ProposalDiff: {
            category: components["schemas"]["MODEL_REFERENCE_CATEGORY"];
            model_name: string;
            operation: components["schemas"]["AuditOperation"];
            /** @description The live record; null when there is none. */
            current_state: {
                [key: string]: unknown;
            } | null;
            /** @description The record as it would be; null for a delete. */
            proposed_state: {
                [key: string]: unknown;
            } | null;
            net_operation: components["schemas"]["NetChangeType"];
            /** @description Times and authors that the server sets are left out. */
            field_diffs: components["schemas"]["FieldDiff"][];
            /** @description What changes for readers of the other API version (of a v1 write in the v2 record, and the other way round); none where that has no such record. */
            counterpart_diffs: components["schemas"]["FieldDiff"][];
            /** @description A download or a critical field of the category differs: look twice. */
            is_critical: boolean;
            /** @description The paths among `field_diffs` that make it critical; where none does, those among `counterpart_diffs`. */
            critical_fields: string[];
            /** @description Dotted paths, in the order of `field_diffs`. */
            fields_added: string[];
            /** @description Dotted paths, in the order of `field_diffs`. */
            fields_removed: string[];
            /** @description Dotted paths, in the order of `field_diffs`. */
            fields_modified: string[];
        };
        /** @description Which changes to remove from the queue: those that match every filter. */
        PurgePendingChangesRequest: {
            /** @description Any of these, in any case. Default: pending and approved. */
            statuses?: ("pending" | "approved" | "applied" | "rejected" | "applying")[] | null;
            /** @description Any of these. */
            categories?: ("image_generation" | "text_generation" | "clip" | "controlnet" | "blip" | "esrgan" | "gfpgan" | "codeformer" | "safety_checker" | "video_generation" | "audio_generation" | "miscellaneous" | "lora" | "ti")[] | null;
            /** @description Part of the model name, in any case. */
            model_name?: string | null;
            /** @description User ids; any of these. */
            requested_by?: string[] | null;
            /**
             * @description Needed when there is no filter.
             * @default false
             */
            purge_all?: boolean;
            /**
             * @description Say what would be removed, and remove nothing.
             * @default false
             */
            dry_run?: boolean;
        };
        /** @description What a purge removed from the queue. */
        PurgePendingChangesResponse: {
            removed_count: number;
            /** @description Ascending. */
            removed_change_ids: number[];
            /** @description True when nothing was removed. */
            dry_run: boolean;
        };
        /** @description The changes that were queued, one for each model. */
        QueuedFileRepairs: {
            pending_change_ids: number[];
            left_out: components["schemas"]["RepairLeftOut"][];
        };
        RemoveAliasRequest: {
            alias: string;
        };
        RemoveFamilyMemberRequest: {
            group_name: string;
        };
        /** @description A model of which nothing was queued. */
        RepairLeftOut: {
            category: string;
            model_name: string;
            reason: string;
        };
        RepairedFile: {
            /** @enum {string} */
            category: "image_generation" | "text_generation" | "clip" | "controlnet" | "blip" | "esrgan" | "gfpgan" | "codeformer" | "safety_checker" | "video_generation" | "audio_generation" | "miscellaneous" | "lora" | "ti";
            model_name: string;
            /** @description Absent: all files of the model. */
            field_path?: string;
        };
        /**
         * @description PRIMARY is authoritative and may accept writes; REPLICA only reads.
         * @enum {string}
         */
        ReplicateMode: "PRIMARY" | "REPLICA";
        /** @description What should be otherwise. */
        RequestChangesRequest: {
            text: string;
            /** @description The version that is meant: when there is a newer one by now, nothing is done (409). */
            expected_version?: number | null;
        };
        /** @description The model that a spelling means. */
        ResolvedTextName: {
            /** @description The record that is meant; null when several fit equally well, or only another author has a model of the name. */
            name: string | null;
            /**
             * @description `certain`: nothing of the name itself was forgiven. `likely`: something was, and one record fits. `possible`: look at the candidates.
             * @enum {string}
             */
            confidence: "certain" | "likely" | "possible";
            /** @description All records that fit, in stored order, at most 50. */
            candidates: string[];
            /** @description The records' group, or the group that it is an alias of; null when there are several. */
            group: string | null;
            /** @description The group's family. */
            family: string | null;
            /** @description The loosest rule that was needed. */
            rule: components["schemas"]["TextNameResolutionRule"];
            /** @description All rules that were needed. */
            rules: components["schemas"]["TextNameResolutionRule"][];
        };
        /** @description What undoing a batch would queue. Nothing was queued. */
        RevertBatchDryRunResponse: {
            batch_id: number;
            /** @description Models for which nothing is queued, and why. */
            skipped: components["schemas"]["RevertNote"][];
            /** @description Models that were written again since: undoing the batch undoes that as well. */
            changed_since: components["schemas"]["RevertNote"][];
            /**
             * @description Nothing was queued.
             * @constant
             */
            dry_run: true;
            changes: {
                diff: components["schemas"]["ProposalDiff"];
                findings: components["schemas"]["Finding"][];
            }[];
        };
        /** @description The changes that undo a batch once they are applied. */
        RevertBatchResponse: {
            batch_id: number;
            /** @description Models for which nothing is queued, and why. */
            skipped: components["schemas"]["RevertNote"][];
            /** @description Models that were written again since: undoing the batch undoes that as well. */
            changed_since: components["schemas"]["RevertNote"][];
            queued: components["schemas"]["PendingChangeRecord"][];
        };
        /** @description A model of the batch that needs a word. */
        RevertNote: {
            category: components["schemas"]["MODEL_REFERENCE_CATEGORY"];
            model_name: string;
            reason: string;
        };
        /** @description A new version of a proposal. */
        ReviseChangeRequest: {
            /** @description The whole record, as in a proposal of the API version that the change was proposed in. */
            record: {
                [key: string]: unknown;
            };
            /** @description The version that is meant: when there is a newer one by now, nothing is done (409). */
            expected_version?: number | null;
        };
        /**
         * @description How closely an open change has to be looked at.
         * @enum {string}
         */
        RiskLevel: "low" | "look" | "high";
        /** @description Why a change is of that risk. */
        RiskReason: {
            rule: components["schemas"]["RiskRule"];
            /** @enum {string} */
            level: "look" | "high";
            /** @description What it is, with the value. */
            message: string;
        };
        /**
         * @description What is looked at.
         * @enum {string}
         */
        RiskRule: "deletes_used" | "critical_finding" | "critical_fields" | "wrong_file" | "gated_file" | "unsure_file" | "much_used" | "usage_unknown" | "deletes" | "dependants" | "stale" | "other_changes" | "warning" | "wide" | "new_requestor" | "often_rejected";
        SafetyCheckerModelRecord: {
            /**
             * @default safety_checker
             * @enum {string}
             */
            record_type?: "safety_checker";
            name: string;
            description?: string | null;
            /** @description Version of the model, not of its baseline. */
            version?: string | null;
            finetune_series?: components["schemas"]["FineTuneSeriesInfo"] | null;
            /**
             * @default {
             *       "schema_version": "2.0.0"
             *     }
             */
            metadata?: components["schemas"]["GenericModelRecordMetadata"];
            /**
             * @default {
             *       "download": []
             *     }
             */
            config?: components["schemas"]["GenericModelRecordConfig"];
            /**
             * @default {
             *       "domain": "image",
             *       "purpose": "safety_checker"
             *     }
             */
            model_classification?: components["schemas"]["ModelClassification"];
            size_on_disk_bytes?: number | null;
        };
        /** @description One page of the records that were found. */
        SearchResponse: {
            /** @description The records, as stored. */
            results: components["schemas"]["ModelRecordUnion"][];
            /** @description How many records match, on all pages. */
            total: number;
            offset: number;
            limit: number;
            /** @description There is a page behind this one. */
            has_more: boolean;
        };
        /** @description What the host says of the file; null for what it does not say. */
        SeenFile: {
            sha256: string | null;
            size_bytes: number | null;
            /** @description What the address stands for now: a commit, the id of a file. */
            revision: string | null;
            moved_to: string | null;
        };
        /** @description The whole list. */
        SetAliasesRequest: {
            aliases: string[];
        };
        /** @description All members. */
        SetFamilyRequest: {
            members: string[];
        };
        /** @description The settings, as `modelref check-config` prints them. */
        SettingsList: {
            settings: {
                name: string;
                /** @description Passwords and secrets are hidden. */
                value: string;
                /** @description The variable it came from; null: the default. */
                source: string | null;
            }[];
        };
        /** @description How often a tag, or a style, occurs. */
        TagStats: {
            tag: string;
            count: number;
            /** @description Of all models, to two places. */
            percentage: number;
        };
        TextGenerationModelRecord: {
            /**
             * @default text_generation
             * @enum {string}
             */
            record_type?: "text_generation";
            name: string;
            description?: string | null;
            /** @description Version of the model, not of its baseline. */
            version?: string | null;
            finetune_series?: components["schemas"]["FineTuneSeriesInfo"] | null;
            /**
             * @default {
             *       "schema_version": "2.0.0"
             *     }
             */
            metadata?: components["schemas"]["GenericModelRecordMetadata"];
            /**
             * @default {
             *       "download": []
             *     }
             */
            config?: components["schemas"]["GenericModelRecordConfig"];
            /**
             * @default {
             *       "domain": "text",
             *       "purpose": "generation"
             *     }
             */
            model_classification?: components["schemas"]["ModelClassification"];
            size_on_disk_bytes?: number | null;
            baseline?: string | null;
            /** @description Number of parameters. Also accepted as parameters_count. */
            parameters: number;
            /** @default false */
            nsfw?: boolean;
            style?: string | null;
            display_name?: string | null;
            url?: string | null;
            tags?: string[] | null;
            instruct_format?: string | null;
            settings?: {
                [key: string]: number | string | boolean | (number | string)[];
            } | null;
            /** @description Filled from the name when absent. */
            text_model_group?: string | null;
            name_schema_exception?: string | null;
        };
        /** @description How the names of a group are put together. */
        TextModelGroupNameSchema: {
            separator: string;
            part_order: string[];
            author_included: boolean;
            common_author: string | null;
            template: string | null;
            extra_parts: string[];
        };
        /**
         * @description What a spelling was forgiven.
         * @enum {string}
         */
        TextNameResolutionRule: "exact" | "blanks" | "address" | "letter_case" | "backend_prefix" | "quantised_suffix" | "separators" | "author_omitted" | "other_author" | "group" | "alias";
        TextualInversionModelRecord: {
            /**
             * @default ti
             * @enum {string}
             */
            record_type?: "ti";
            name: string;
            description?: string | null;
            /** @description Version of the model, not of its baseline. */
            version?: string | null;
            finetune_series?: components["schemas"]["FineTuneSeriesInfo"] | null;
            /**
             * @default {
             *       "schema_version": "2.0.0"
             *     }
             */
            metadata?: components["schemas"]["GenericModelRecordMetadata"];
            /**
             * @default {
             *       "download": []
             *     }
             */
            config?: components["schemas"]["GenericModelRecordConfig"];
            /**
             * @default {
             *       "domain": "image",
             *       "purpose": "auxiliary_or_patch"
             *     }
             */
            model_classification?: components["schemas"]["ModelClassification"];
            size_on_disk_bytes?: number | null;
            baseline?: string | null;
            /** @default false */
            nsfw?: boolean;
            tags?: string[] | null;
            trigger?: string[] | null;
            homepage?: string | null;
            showcases?: string[] | null;
        };
        /** @description No model is meant. */
        UnresolvedTextName: {
            detail: string;
            /** @description The names most like the spelling, nearest first. */
            nearest: string[];
        };
        /** @description Uses in the last day, the last month, and ever. */
        UsageTotals: {
            day: number;
            month: number;
            total: number;
        };
        /** @description Null where nothing was used in the longer period. */
        UsageTrend: {
            day_to_month_ratio: number | null;
            month_to_total_ratio: number | null;
        };
        /** @description What the caller may do. */
        UserRolesResponse: {
            user_id: string;
            /** @description `name#id`. */
            username: string;
            roles: ("approver" | "requestor")[];
            is_approver: boolean;
            is_requestor: boolean;
        };
        /** @description One problem of an input. */
        ValidationError: components["schemas"]["ErrorDetail"] & {
            /** @description The value that was refused. */
            input?: unknown;
            /** @description The limits the value broke. */
            ctx?: {
                [key: string]: unknown;
            };
        };
        VideoGenerationModelRecord: {
            /**
             * @default video_generation
             * @enum {string}
             */
            record_type?: "video_generation";
            name: string;
            description?: string | null;
            /** @description Version of the model, not of its baseline. */
            version?: string | null;
            finetune_series?: components["schemas"]["FineTuneSeriesInfo"] | null;
            /**
             * @default {
             *       "schema_version": "2.0.0"
             *     }
             */
            metadata?: components["schemas"]["GenericModelRecordMetadata"];
            /**
             * @default {
             *       "download": []
             *     }
             */
            config?: components["schemas"]["GenericModelRecordConfig"];
            /**
             * @default {
             *       "domain": "video",
             *       "purpose": "generation"
             *     }
             */
            model_classification?: components["schemas"]["ModelClassification"];
            size_on_disk_bytes?: number | null;
            baseline?: string | null;
            /** @default false */
            nsfw?: boolean;
            tags?: string[] | null;
        };
        /** @description Messages to webhook targets, the newest event first. */
        WebhookDeliveries: {
            /** @description Those that the settings name. */
            targets: string[];
            total: number;
            items: {
                event_id: number;
                target: string;
                /** @enum {string} */
                state: "waiting" | "delivered" | "failed";
                attempts: number;
                next_attempt_at: number;
                last_status: number | null;
                last_error: string | null;
                created_at: number;
                updated_at: number;
            }[];
        };
        /** @description How many deliveries went back into the outbox. */
        WebhookReplay: {
            replayed: number;
            /** @description Others that fit, left as they are. */
            left: number;
        };
        /** @description Which deliveries are to be sent again. */
        WebhookReplayRequest: {
            /**
             * @description Absent, and without an event: `failed`.
             * @enum {string}
             */
            state?: "waiting" | "delivered" | "failed";
            target?: string;
            event_id?: number;
            /** @default 1000 */
            limit?: number;
        };
        /** @description A worker that serves the model. */
        WorkerSummary: {
            id: string;
            name: string;
            /** @description As the usage service words it. */
            performance: string;
            online: boolean;
            trusted: boolean;
            /** @description Seconds. */
            uptime: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    read_root__get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A message. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContainsMessage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    heartbeat_heartbeat_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeartbeatResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    replicate_mode_replicate_mode_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Mode and canonical format. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackendInfo"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    get_current_user_roles_model_references_v2_me_roles_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roles of the caller. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserRolesResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_reference_api_info: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A message. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContainsMessage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_references_names: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The names, always in the same order. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MODEL_REFERENCE_CATEGORY"][];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_reference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model name → record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["ModelRecordUnion"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_single_model: {
        parameters: {
            query?: {
                /** @description Unix seconds: the record as it was at the end of that second; 404 when there was none. */
                at?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example stable_diffusion
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelRecordUnion"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_v2_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example stable_diffusion
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModelRecordUnion"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    delete_v2_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example stable_diffusion
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_model_history: {
        parameters: {
            query?: {
                /** @description Only what is older than this event. */
                cursor?: number;
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example stable_diffusion
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelHistoryPage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_model_files: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example stable_diffusion
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order of the record. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelFiles"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_model_usage: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example stable_diffusion
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One item for each day. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelUsageHistory"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_image_generation_all: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model name → record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["ImageGenerationModelRecord"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_v2_image_generation: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImageGenerationModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_image_generation_one: {
        parameters: {
            query?: {
                /** @description Unix seconds: the record as it was at the end of that second; 404 when there was none. */
                at?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example stable_diffusion
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImageGenerationModelRecord"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_v2_image_generation: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example stable_diffusion
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImageGenerationModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_text_generation_all: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model name → record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["TextGenerationModelRecord"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_v2_text_generation: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TextGenerationModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_text_generation_one: {
        parameters: {
            query?: {
                /** @description Unix seconds: the record as it was at the end of that second; 404 when there was none. */
                at?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example mistralai/Mistral-7B-Instruct-v0.3
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextGenerationModelRecord"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_v2_text_generation: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example mistralai/Mistral-7B-Instruct-v0.3
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TextGenerationModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_clip_all: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model name → record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["ClipModelRecord"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_v2_clip: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClipModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_clip_one: {
        parameters: {
            query?: {
                /** @description Unix seconds: the record as it was at the end of that second; 404 when there was none. */
                at?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example ViT-L/14
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClipModelRecord"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_v2_clip: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example ViT-L/14
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClipModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_controlnet_all: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model name → record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["ControlNetModelRecord"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_v2_controlnet: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ControlNetModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_controlnet_one: {
        parameters: {
            query?: {
                /** @description Unix seconds: the record as it was at the end of that second; 404 when there was none. */
                at?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example control_canny
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlNetModelRecord"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_v2_controlnet: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example control_canny
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ControlNetModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_blip_all: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model name → record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["BlipModelRecord"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_v2_blip: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlipModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_blip_one: {
        parameters: {
            query?: {
                /** @description Unix seconds: the record as it was at the end of that second; 404 when there was none. */
                at?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example BLIP_Large
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlipModelRecord"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_v2_blip: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example BLIP_Large
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlipModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_esrgan_all: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model name → record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["EsrganModelRecord"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_v2_esrgan: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EsrganModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_esrgan_one: {
        parameters: {
            query?: {
                /** @description Unix seconds: the record as it was at the end of that second; 404 when there was none. */
                at?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example RealESRGAN_x4plus
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsrganModelRecord"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_v2_esrgan: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example RealESRGAN_x4plus
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EsrganModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_gfpgan_all: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model name → record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["GfpganModelRecord"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_v2_gfpgan: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GfpganModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_gfpgan_one: {
        parameters: {
            query?: {
                /** @description Unix seconds: the record as it was at the end of that second; 404 when there was none. */
                at?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example GFPGAN
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GfpganModelRecord"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_v2_gfpgan: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example GFPGAN
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GfpganModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_codeformer_all: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model name → record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["CodeformerModelRecord"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_v2_codeformer: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeformerModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_codeformer_one: {
        parameters: {
            query?: {
                /** @description Unix seconds: the record as it was at the end of that second; 404 when there was none. */
                at?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example CodeFormers
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeformerModelRecord"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_v2_codeformer: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example CodeFormers
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeformerModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_safety_checker_all: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model name → record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["SafetyCheckerModelRecord"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_v2_safety_checker: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SafetyCheckerModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_safety_checker_one: {
        parameters: {
            query?: {
                /** @description Unix seconds: the record as it was at the end of that second; 404 when there was none. */
                at?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example safety_checker
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SafetyCheckerModelRecord"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_v2_safety_checker: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example safety_checker
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SafetyCheckerModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_video_generation_all: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model name → record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["VideoGenerationModelRecord"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_v2_video_generation: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VideoGenerationModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_video_generation_one: {
        parameters: {
            query?: {
                /** @description Unix seconds: the record as it was at the end of that second; 404 when there was none. */
                at?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example LTX-Video 2B
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VideoGenerationModelRecord"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_v2_video_generation: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example LTX-Video 2B
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VideoGenerationModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_audio_generation_all: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model name → record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["AudioGenerationModelRecord"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_v2_audio_generation: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AudioGenerationModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_audio_generation_one: {
        parameters: {
            query?: {
                /** @description Unix seconds: the record as it was at the end of that second; 404 when there was none. */
                at?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example MusicGen small
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AudioGenerationModelRecord"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_v2_audio_generation: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example MusicGen small
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AudioGenerationModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_miscellaneous_all: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model name → record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["MiscellaneousModelRecord"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_v2_miscellaneous: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MiscellaneousModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_miscellaneous_one: {
        parameters: {
            query?: {
                /** @description Unix seconds: the record as it was at the end of that second; 404 when there was none. */
                at?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example layer_diffuse
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MiscellaneousModelRecord"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_v2_miscellaneous: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example layer_diffuse
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MiscellaneousModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_lora_all: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model name → record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["LoraModelRecord"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_v2_lora: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoraModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_lora_one: {
        parameters: {
            query?: {
                /** @description Unix seconds: the record as it was at the end of that second; 404 when there was none. */
                at?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example Detail Tweaker
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoraModelRecord"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_v2_lora: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example Detail Tweaker
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoraModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_ti_all: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model name → record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["TextualInversionModelRecord"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_v2_ti: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TextualInversionModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_ti_one: {
        parameters: {
            query?: {
                /** @description Unix seconds: the record as it was at the end of that second; 404 when there was none. */
                at?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example EasyNegative
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, as stored. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextualInversionModelRecord"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_v2_ti: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example EasyNegative
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TextualInversionModelRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    search_category_model_references_v2__model_category_name__search_get: {
        parameters: {
            query?: {
                /** @description Records whose `nsfw` is this. */
                nsfw?: boolean;
                /** @description Records with at least one of these tags, exactly as spelled. Repeat the parameter. */
                tags_any?: string[];
                /** @description Records with all of these tags. */
                tags_all?: string[];
                /** @description Records with none of these tags. */
                tags_none?: string[];
                /** @description Part of the name, in any case. */
                name_contains?: string;
                /** @description Records with exactly this baseline, or the one that this is a known spelling of. */
                baseline?: string;
                /** @description image_generation only. */
                inpainting?: boolean;
                /** @description text_generation only: names with this backend’s prefix. */
                backend?: string;
                /** @description text_generation only: no names with a backend’s prefix. */
                exclude_backend_variations?: boolean;
                /** @description text_generation only: whether the name says a quantisation. */
                quantized?: boolean;
                /** @description Whether any file is known to be for those with an account only, by what was learned of it. `false` keeps what is not known to be. */
                gated?: boolean;
                /** @description Bytes of all files together, at least: as the record says, or else as their hosts do. */
                total_size_min?: number;
                /** @description The same, at most. Records of unknown size are outside of any bound. */
                total_size_max?: number;
                /** @description A field of the record, or `object__key` for a value inside an object. Absent: stored order. Records without a value come last, or first with `sort_desc`. */
                sort_by?: string;
                /** @description Turns the order round. Ties keep stored order either way. */
                sort_desc?: boolean;
                limit?: number;
                offset?: number;
                /** @description horde or any: the canonical records, or those and all providers’, of which this service has none. */
                source?: string;
            };
            header?: never;
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    search_all_model_references_v2_search_get: {
        parameters: {
            query?: {
                /** @description Records whose `nsfw` is this. */
                nsfw?: boolean;
                /** @description Records with at least one of these tags, exactly as spelled. Repeat the parameter. */
                tags_any?: string[];
                /** @description Records with all of these tags. */
                tags_all?: string[];
                /** @description Records with none of these tags. */
                tags_none?: string[];
                /** @description Part of the name, in any case. */
                name_contains?: string;
                /** @description A field that the records of every category have. */
                sort_by?: string;
                /** @description Turns the order round. Ties keep stored order either way. */
                sort_desc?: boolean;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    popular_models_model_references_v2__model_category_name__popular_get: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Highest first. */
                sort_by?: "worker_count" | "usage_day" | "usage_month" | "usage_total";
                /** @description Adds each worker. */
                include_workers?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The models, most used first. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PopularModel"][];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_category_statistics: {
        parameters: {
            query?: {
                /** @description text_generation only: counts groups of models (all sizes, versions and quantisations as one). */
                group_text_models?: boolean;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryStatistics"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_models_with_stats: {
        parameters: {
            query?: {
                /** @description Adds each worker. */
                include_workers?: boolean;
                /** @description text_generation only: how each backend serves a model. */
                include_backend_variations?: boolean;
                /** @description Only models with at least so many workers. */
                min_worker_count?: number;
                /** @description `worker_count`, `usage_total`, `usage_month` or `name`; anything else leaves stored order. */
                sort_by?: string;
                sort_desc?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model name → usage. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    /** @description Seconds since the usage service said what this rests on. */
                    Age?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["ModelUsageStats"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_category_deletion_risk: {
        parameters: {
            query?: {
                /** @description text_generation only: counts groups of models (all sizes, versions and quantisations as one). */
                group_text_models?: boolean;
                /** @description text_generation, ungrouped: how each backend serves a model. */
                include_backend_variations?: boolean;
                /** @description Only models that are suspicious in this way. */
                preset?: "deletion_candidates" | "zero_usage" | "no_workers" | "missing_data" | "host_issues" | "critical" | "low_usage";
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The risks. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    /** @description Seconds since the usage service said what this rests on. */
                    Age?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryDeletionRiskResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_files: {
        parameters: {
            query?: {
                /** @description Any of these. Repeat the parameter. */
                verdict?: ("mismatch" | "size_differs" | "gone" | "gated" | "moved" | "mutable" | "unverifiable" | "unreachable" | "unknown" | "verified")[];
                /** @description Any of these, exactly. */
                host?: string[];
                /** @description Any of these. */
                category?: ("image_generation" | "text_generation" | "clip" | "controlnet" | "blip" | "esrgan" | "gfpgan" | "codeformer" | "safety_checker" | "video_generation" | "audio_generation" | "miscellaneous" | "lora" | "ti")[];
                /** @description Files for which what the host says suggests a change of the record, or the others. */
                repairable?: boolean;
                offset?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of files. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilesPage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_file_marks: {
        parameters: {
            query?: {
                /** @description Any of these; absent: whatever is wrong or wants attention. */
                verdict?: ("mismatch" | "size_differs" | "gone" | "gated" | "moved" | "mutable" | "unverifiable" | "unreachable" | "unknown" | "verified")[];
                /** @description Any of these. */
                category?: ("image_generation" | "text_generation" | "clip" | "controlnet" | "blip" | "esrgan" | "gfpgan" | "codeformer" | "safety_checker" | "video_generation" | "audio_generation" | "miscellaneous" | "lora" | "ti")[];
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The marks, the worst first. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileMarksPage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_file_changes: {
        parameters: {
            query?: {
                category?: "image_generation" | "text_generation" | "clip" | "controlnet" | "blip" | "esrgan" | "gfpgan" | "codeformer" | "safety_checker" | "video_generation" | "audio_generation" | "miscellaneous" | "lora" | "ti";
                /** @description Exactly. */
                model_name?: string;
                /** @description Only changes with a smaller number. */
                before?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileChangesPage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_files_by_hash: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A SHA-256: 64 hexadecimal digits, in any case.
                 * @example ad2a33c361c1f593c4a1fb32ea81afce2b5bb7d1983c6b94793a26a3b54b08a0
                 */
                sha256: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files; none when no live record names one. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilesWithHash"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    propose_file_repairs: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileRepairRequest"];
            };
        };
        responses: {
            /** @description A dry run: what the changes would do. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunsResponse"];
                };
            };
            /** @description Queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedFileRepairs"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_files_learned: {
        parameters: {
            query?: {
                /** @description Only what was learned behind this place: the `next` of a page before. */
                since?: string;
                /** @description Of each of the three lists; a page is bounded in bytes too. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next part. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearnedFilesPage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It existed, and is gone. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_reference_pending: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model name → record, as proposed. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["ModelRecordUnion"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    draft_model_record: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftRequest"];
            };
        };
        responses: {
            /** @description The draft. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftResponse"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_v2_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModelRecordUnion"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    parse_name_model_references_v2_text_generation_parse_name_get: {
        parameters: {
            query: {
                /**
                 * @description Any name; taken apart as it is given.
                 * @example mistralai/Mistral-7B-Instruct-v0.3
                 */
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The parts. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParsedNameResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    compose_name_model_references_v2_text_generation_compose_name_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComposeNameRequest"];
            };
        };
        responses: {
            /** @description The name, and whether it is taken. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComposeNameResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    get_distinct_baselines_model_references_v2_text_generation_distinct_baselines_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Trimmed and sorted. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DistinctBaselinesResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    resolve_name_model_references_v2_text_generation_resolve_get: {
        parameters: {
            query: {
                /**
                 * @description A name as somebody spells it: with backend prefix, quantised suffix, in another case, by an alias.
                 * @example mistralai/Mistral-7B-Instruct-v0.3
                 */
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model, and what the spelling was forgiven. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResolvedTextName"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No model is meant; the nearest names. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnresolvedTextName"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    set_name_exception_model_references_v2_text_generation__model_name__name_exception_put: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example mistralai/Mistral-7B-Instruct-v0.3
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NameExceptionRequest"];
            };
        };
        responses: {
            /** @description A dry run: what the change would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunsResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NameExceptionResponse"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    list_groups_model_references_v2_text_generation_groups_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sorted. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupListResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    list_groups_summary_model_references_v2_text_generation_groups_summary_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By name. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupsSummaryResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    check_groups_health_model_references_v2_text_generation_groups_health_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The issues, by group name. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupHealthResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    get_group_model_references_v2_text_generation_group_get: {
        parameters: {
            query: {
                /**
                 * @description The exact name of the group.
                 * @example Mistral
                 */
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members, shared fields, sizes, naming. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupMembersResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    get_group_model_references_v2_text_generation_group__group_name__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example Mistral */
                group_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members, shared fields, sizes, naming. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupMembersResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_group_common_fields_model_references_v2_text_generation_group_common_fields_put: {
        parameters: {
            query: {
                /**
                 * @description The exact name of the group.
                 * @example Mistral
                 */
                name: string;
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommonFieldsUpdateRequest"];
            };
        };
        responses: {
            /** @description A dry run: what the changes would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunsResponse"];
                };
            };
            /** @description Queued: the changes wait for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchUpdateResponse"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_group_common_fields_model_references_v2_text_generation_group__group_name__common_fields_put: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example Mistral */
                group_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommonFieldsUpdateRequest"];
            };
        };
        responses: {
            /** @description A dry run: what the changes would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunsResponse"];
                };
            };
            /** @description Queued: the changes wait for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchUpdateResponse"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    get_group_name_schema_model_references_v2_text_generation_group_name_schema_get: {
        parameters: {
            query: {
                /**
                 * @description The exact name of the group.
                 * @example Mistral
                 */
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schema. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupNameSchemaResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_group_name_schema_model_references_v2_text_generation_group_name_schema_put: {
        parameters: {
            query: {
                /**
                 * @description The exact name of the group.
                 * @example Mistral
                 */
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupNameSchemaUpdateRequest"];
            };
        };
        responses: {
            /** @description As saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupNameSchemaResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    delete_group_name_schema_model_references_v2_text_generation_group_name_schema_delete: {
        parameters: {
            query: {
                /**
                 * @description The exact name of the group.
                 * @example Mistral
                 */
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    get_group_name_schema_model_references_v2_text_generation_group__group_name__name_schema_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example Mistral */
                group_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schema. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupNameSchemaResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_group_name_schema_model_references_v2_text_generation_group__group_name__name_schema_put: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example Mistral */
                group_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupNameSchemaUpdateRequest"];
            };
        };
        responses: {
            /** @description As saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupNameSchemaResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    delete_group_name_schema_model_references_v2_text_generation_group__group_name__name_schema_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example Mistral */
                group_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    list_aliases_model_references_v2_text_generation_aliases_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By canonical group. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupAliasListResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    get_alias_model_references_v2_text_generation_aliases__canonical__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example Mistral */
                canonical: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry as it is now. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupAliasResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    set_aliases_model_references_v2_text_generation_aliases__canonical__put: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example Mistral */
                canonical: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetAliasesRequest"];
            };
        };
        responses: {
            /** @description The entry as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupAliasResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    delete_aliases_model_references_v2_text_generation_aliases__canonical__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example Mistral */
                canonical: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    add_alias_model_references_v2_text_generation_aliases__canonical__add_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example Mistral */
                canonical: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddAliasRequest"];
            };
        };
        responses: {
            /** @description The entry as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupAliasResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    remove_alias_model_references_v2_text_generation_aliases__canonical__remove_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example Mistral */
                canonical: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveAliasRequest"];
            };
        };
        responses: {
            /** @description The entry as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupAliasResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    list_families_model_references_v2_text_generation_families_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By name. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupFamilyListResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    detect_family_suggestions_model_references_v2_text_generation_families_detect_get: {
        parameters: {
            query?: {
                /** @description Characters of the shared prefix, at least. */
                min_prefix_length?: number;
                /** @description Groups in a family, at least. */
                min_family_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Suggestions, by name. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectFamiliesResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    get_family_model_references_v2_text_generation_families__family_name__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example mistral */
                family_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The family as it is now. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupFamilyResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    set_family_model_references_v2_text_generation_families__family_name__put: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example mistral */
                family_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetFamilyRequest"];
            };
        };
        responses: {
            /** @description The family as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupFamilyResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    delete_family_model_references_v2_text_generation_families__family_name__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example mistral */
                family_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    add_family_member_model_references_v2_text_generation_families__family_name__add_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example mistral */
                family_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddFamilyMemberRequest"];
            };
        };
        responses: {
            /** @description The family as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupFamilyResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    remove_family_member_model_references_v2_text_generation_families__family_name__remove_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example mistral */
                family_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveFamilyMemberRequest"];
            };
        };
        responses: {
            /** @description The family as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupFamilyResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    list_pending_changes_model_references_v2_pending_queue_changes_get: {
        parameters: {
            query?: {
                /** @description Any of these; in any case. */
                statuses?: ("pending" | "approved" | "applied" | "rejected" | "applying")[];
                /** @description Any of these. */
                categories?: ("image_generation" | "text_generation" | "clip" | "controlnet" | "blip" | "esrgan" | "gfpgan" | "codeformer" | "safety_checker" | "video_generation" | "audio_generation" | "miscellaneous" | "lora" | "ti")[];
                /** @description Open changes of any of these risks. At most 2,000 changes may match the rest. */
                risks?: ("low" | "look" | "high")[];
                /** @description The highest risk first. Default: ascending id. Bounded as `risks`. */
                sort?: "risk";
                batch_id?: number;
                /** @description Part of the model name, in any case. */
                model_name?: string;
                /** @description User ids; any of these. */
                requested_by?: string[];
                /** @description The user id of who proposed it, or part of their username, in any case. */
                requestor?: string;
                offset?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingQueuePage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    list_my_pending_changes_model_references_v2_pending_queue_my_changes_get: {
        parameters: {
            query?: {
                /** @description Any of these; in any case. */
                statuses?: ("pending" | "approved" | "applied" | "rejected" | "applying")[];
                /** @description Any of these. */
                categories?: ("image_generation" | "text_generation" | "clip" | "controlnet" | "blip" | "esrgan" | "gfpgan" | "codeformer" | "safety_checker" | "video_generation" | "audio_generation" | "miscellaneous" | "lora" | "ti")[];
                offset?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingQueuePage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_pending_change_model_references_v2_pending_queue_changes__change_id__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The change. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    revise_pending_change_model_references_v2_pending_queue_changes__change_id__put: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviseChangeRequest"];
            };
        };
        responses: {
            /** @description The change as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    get_pending_change_diff_model_references_v2_pending_queue_changes__change_id__diff_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The diff. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeDiff"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    get_pending_changes_diffs_model_references_v2_pending_queue_diffs_get: {
        parameters: {
            query: {
                /**
                 * @description Diffed in this order. Ids that are no change are reported beside the diffs.
                 * @example [
                 *       1042
                 *     ]
                 */
                change_ids: number[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The diffs. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeDiffPage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    purge_pending_changes_model_references_v2_pending_queue_purge_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PurgePendingChangesRequest"];
            };
        };
        responses: {
            /** @description What was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurgePendingChangesResponse"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    process_pending_batch_model_references_v2_pending_queue_batches_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PendingBatchRequest"];
            };
        };
        responses: {
            /** @description What was done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingBatchResult"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    apply_pending_change_endpoint_model_references_v2_pending_queue_changes__change_id__apply_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApplyPendingChangeRequest"];
            };
        };
        responses: {
            /** @description Applied; readers see it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplySingleChangeResponse"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    apply_pending_changes_endpoint_model_references_v2_pending_queue_apply_post: {
        parameters: {
            query?: {
                change_ids?: number[];
                /** @description A token that makes a retry safe: the same token answers the same and writes nothing twice. */
                job_id?: string;
                /** @description Allow changes of several batches. */
                allow_mixed_batch?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApplyPendingChangesRequest"];
            };
        };
        responses: {
            /** @description All applied; readers see them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"];
                };
            };
            /** @description The call was refused, or stopped at a change that could not be applied. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The call was refused, or stopped at a change that could not be applied. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The call was refused, or stopped at a change that could not be applied. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The call was refused, or stopped at a change that could not be applied. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"] | components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    apply_batch_endpoint_model_references_v2_pending_queue_apply_batch__batch_id__post: {
        parameters: {
            query?: {
                /** @description A token that makes a retry safe: the same token answers the same and writes nothing twice. */
                job_id?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of a batch.
                 * @example 17
                 */
                batch_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All applied; readers see them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"];
                };
            };
            /** @description The call was refused, or stopped at a change that could not be applied. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The call was refused, or stopped at a change that could not be applied. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The call was refused, or stopped at a change that could not be applied. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The call was refused, or stopped at a change that could not be applied. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"] | components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    list_pending_changes_model_references_v1_pending_queue_changes_get: {
        parameters: {
            query?: {
                /** @description Any of these; in any case. */
                statuses?: ("pending" | "approved" | "applied" | "rejected" | "applying")[];
                /** @description Any of these. */
                categories?: ("image_generation" | "text_generation" | "clip" | "controlnet" | "blip" | "esrgan" | "gfpgan" | "codeformer" | "safety_checker" | "video_generation" | "audio_generation" | "miscellaneous" | "lora" | "ti")[];
                /** @description Open changes of any of these risks. At most 2,000 changes may match the rest. */
                risks?: ("low" | "look" | "high")[];
                /** @description The highest risk first. Default: ascending id. Bounded as `risks`. */
                sort?: "risk";
                batch_id?: number;
                /** @description Part of the model name, in any case. */
                model_name?: string;
                /** @description User ids; any of these. */
                requested_by?: string[];
                /** @description The user id of who proposed it, or part of their username, in any case. */
                requestor?: string;
                offset?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingQueuePage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    list_my_pending_changes_model_references_v1_pending_queue_my_changes_get: {
        parameters: {
            query?: {
                /** @description Any of these; in any case. */
                statuses?: ("pending" | "approved" | "applied" | "rejected" | "applying")[];
                /** @description Any of these. */
                categories?: ("image_generation" | "text_generation" | "clip" | "controlnet" | "blip" | "esrgan" | "gfpgan" | "codeformer" | "safety_checker" | "video_generation" | "audio_generation" | "miscellaneous" | "lora" | "ti")[];
                offset?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingQueuePage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_pending_change_model_references_v1_pending_queue_changes__change_id__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The change. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    revise_pending_change_model_references_v1_pending_queue_changes__change_id__put: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviseChangeRequest"];
            };
        };
        responses: {
            /** @description The change as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    get_pending_change_diff_model_references_v1_pending_queue_changes__change_id__diff_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The diff. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeDiff"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    get_pending_changes_diffs_model_references_v1_pending_queue_diffs_get: {
        parameters: {
            query: {
                /**
                 * @description Diffed in this order. Ids that are no change are reported beside the diffs.
                 * @example [
                 *       1042
                 *     ]
                 */
                change_ids: number[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The diffs. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeDiffPage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    purge_pending_changes_model_references_v1_pending_queue_purge_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PurgePendingChangesRequest"];
            };
        };
        responses: {
            /** @description What was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurgePendingChangesResponse"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    process_pending_batch_model_references_v1_pending_queue_batches_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PendingBatchRequest"];
            };
        };
        responses: {
            /** @description What was done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingBatchResult"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    apply_pending_change_endpoint_model_references_v1_pending_queue_changes__change_id__apply_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApplyPendingChangeRequest"];
            };
        };
        responses: {
            /** @description Applied; readers see it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplySingleChangeResponse"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    apply_pending_changes_endpoint_model_references_v1_pending_queue_apply_post: {
        parameters: {
            query?: {
                change_ids?: number[];
                /** @description A token that makes a retry safe: the same token answers the same and writes nothing twice. */
                job_id?: string;
                /** @description Allow changes of several batches. */
                allow_mixed_batch?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApplyPendingChangesRequest"];
            };
        };
        responses: {
            /** @description All applied; readers see them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"];
                };
            };
            /** @description The call was refused, or stopped at a change that could not be applied. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The call was refused, or stopped at a change that could not be applied. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The call was refused, or stopped at a change that could not be applied. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The call was refused, or stopped at a change that could not be applied. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"] | components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    apply_batch_endpoint_model_references_v1_pending_queue_apply_batch__batch_id__post: {
        parameters: {
            query?: {
                /** @description A token that makes a retry safe: the same token answers the same and writes nothing twice. */
                job_id?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of a batch.
                 * @example 17
                 */
                batch_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All applied; readers see them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"];
                };
            };
            /** @description The call was refused, or stopped at a change that could not be applied. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The call was refused, or stopped at a change that could not be applied. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The call was refused, or stopped at a change that could not be applied. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The call was refused, or stopped at a change that could not be applied. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyPendingChangesResponse"] | components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_conversation_model_references_v2_pending_queue_changes__change_id__conversation_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In order. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    add_comment_model_references_v2_pending_queue_changes__change_id__comments_post: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentRequest"];
            };
        };
        responses: {
            /** @description The comment. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationEntry"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    edit_comment_model_references_v2_pending_queue_changes__change_id__comments__comment_id__put: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
                /**
                 * @description The id of a comment.
                 * @example 3111
                 */
                comment_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentRequest"];
            };
        };
        responses: {
            /** @description The comment as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationEntry"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    delete_comment_model_references_v2_pending_queue_changes__change_id__comments__comment_id__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
                /**
                 * @description The id of a comment.
                 * @example 3111
                 */
                comment_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comment as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationEntry"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    request_changes_model_references_v2_pending_queue_changes__change_id__request_changes_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestChangesRequest"];
            };
        };
        responses: {
            /** @description The change as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_conversation_model_references_v1_pending_queue_changes__change_id__conversation_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In order. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    add_comment_model_references_v1_pending_queue_changes__change_id__comments_post: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentRequest"];
            };
        };
        responses: {
            /** @description The comment. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationEntry"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    edit_comment_model_references_v1_pending_queue_changes__change_id__comments__comment_id__put: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
                /**
                 * @description The id of a comment.
                 * @example 3111
                 */
                comment_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentRequest"];
            };
        };
        responses: {
            /** @description The comment as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationEntry"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    delete_comment_model_references_v1_pending_queue_changes__change_id__comments__comment_id__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
                /**
                 * @description The id of a comment.
                 * @example 3111
                 */
                comment_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comment as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationEntry"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    request_changes_model_references_v1_pending_queue_changes__change_id__request_changes_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestChangesRequest"];
            };
        };
        responses: {
            /** @description The change as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    withdraw_pending_change_model_references_v2_pending_queue_changes__change_id__withdraw_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The change as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    unapprove_pending_change_model_references_v2_pending_queue_changes__change_id__unapprove_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The change as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    bring_back_model_model_references_v2_pending_queue_bring_back_post: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BringBackModelRequest"];
            };
        };
        responses: {
            /** @description A dry run: what the change would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    withdraw_pending_change_model_references_v1_pending_queue_changes__change_id__withdraw_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The change as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    unapprove_pending_change_model_references_v1_pending_queue_changes__change_id__unapprove_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a queued change.
                 * @example 1042
                 */
                change_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The change as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    bring_back_model_model_references_v1_pending_queue_bring_back_post: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BringBackModelRequest"];
            };
        };
        responses: {
            /** @description A dry run: what the change would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Queued: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_inbox_model_references_v2_pending_queue_inbox_get: {
        parameters: {
            query?: {
                /** @description Only those that were not read, or only those that were. Default: all. */
                unread?: boolean;
                /** @description Any of these. */
                kinds?: ("proposed" | "revised" | "withdrawn" | "comment" | "changes_requested" | "endorsed" | "approved" | "unapproved" | "rejected" | "applied" | "purged" | "conflict")[];
                /** @description Where a page before has ended. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxPage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    mark_inbox_read_model_references_v2_pending_queue_inbox_read_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboxReadRequest"];
            };
        };
        responses: {
            /** @description What is unread now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxMarked"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_inbox_model_references_v1_pending_queue_inbox_get: {
        parameters: {
            query?: {
                /** @description Only those that were not read, or only those that were. Default: all. */
                unread?: boolean;
                /** @description Any of these. */
                kinds?: ("proposed" | "revised" | "withdrawn" | "comment" | "changes_requested" | "endorsed" | "approved" | "unapproved" | "rejected" | "applied" | "purged" | "conflict")[];
                /** @description Where a page before has ended. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxPage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    mark_inbox_read_model_references_v1_pending_queue_inbox_read_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboxReadRequest"];
            };
        };
        responses: {
            /** @description What is unread now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxMarked"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    stream_inbox_model_references_v2_pending_queue_inbox_stream_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example event: inbox
                     *     data: {"unread":3}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    stream_inbox_model_references_v1_pending_queue_inbox_stream_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example event: inbox
                     *     data: {"unread":3}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    get_current_pending_changes_model_references_v2_pending_queue_audit_current_get: {
        parameters: {
            query?: {
                /** @description The changes queued while the deployment had this canonical format. Default: the present one. */
                domain_override?: "v2" | "legacy";
                offset?: number;
                /** @description Changes in this answer. Default: all. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is pending. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingQueueAuditCurrentResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    list_pending_queue_batches_model_references_v2_pending_queue_audit_batches_get: {
        parameters: {
            query?: {
                /** @description Only batches older than this one. */
                cursor?: number;
                limit?: number;
                /** @description The changes queued while the deployment had this canonical format. Default: the present one. */
                domain_override?: "v2" | "legacy";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingQueueAuditBatchPage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    get_pending_queue_batch_detail_model_references_v2_pending_queue_audit_batches__batch_id__get: {
        parameters: {
            query?: {
                /** @description The changes queued while the deployment had this canonical format. Default: the present one. */
                domain_override?: "v2" | "legacy";
                offset?: number;
                /** @description Changes in this answer. Default: all. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of a batch.
                 * @example 17
                 */
                batch_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingQueueAuditBatchDetail"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    get_batch_net_changes_model_references_v2_pending_queue_audit_batches__batch_id__net_changes_get: {
        parameters: {
            query?: {
                /** @description The changes queued while the deployment had this canonical format. Default: the present one. */
                domain_override?: "v2" | "legacy";
            };
            header?: never;
            path: {
                /**
                 * @description The id of a batch.
                 * @example 17
                 */
                batch_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model by model. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchNetChangeResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    revert_pending_queue_batch_model_references_v2_pending_queue_audit_batches__batch_id__revert_post: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of a batch.
                 * @example 17
                 */
                batch_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing was queued: every model is as it was before, or it was a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevertBatchResponse"] | components["schemas"]["RevertBatchDryRunResponse"];
                };
            };
            /** @description Queued: the changes wait for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevertBatchResponse"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    get_current_pending_changes_model_references_v1_pending_queue_audit_current_get: {
        parameters: {
            query?: {
                /** @description The changes queued while the deployment had this canonical format. Default: the present one. */
                domain_override?: "v2" | "legacy";
                offset?: number;
                /** @description Changes in this answer. Default: all. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is pending. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingQueueAuditCurrentResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    list_pending_queue_batches_model_references_v1_pending_queue_audit_batches_get: {
        parameters: {
            query?: {
                /** @description Only batches older than this one. */
                cursor?: number;
                limit?: number;
                /** @description The changes queued while the deployment had this canonical format. Default: the present one. */
                domain_override?: "v2" | "legacy";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingQueueAuditBatchPage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    get_pending_queue_batch_detail_model_references_v1_pending_queue_audit_batches__batch_id__get: {
        parameters: {
            query?: {
                /** @description The changes queued while the deployment had this canonical format. Default: the present one. */
                domain_override?: "v2" | "legacy";
                offset?: number;
                /** @description Changes in this answer. Default: all. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of a batch.
                 * @example 17
                 */
                batch_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingQueueAuditBatchDetail"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    get_batch_net_changes_model_references_v1_pending_queue_audit_batches__batch_id__net_changes_get: {
        parameters: {
            query?: {
                /** @description The changes queued while the deployment had this canonical format. Default: the present one. */
                domain_override?: "v2" | "legacy";
            };
            header?: never;
            path: {
                /**
                 * @description The id of a batch.
                 * @example 17
                 */
                batch_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model by model. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchNetChangeResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    revert_pending_queue_batch_model_references_v1_pending_queue_audit_batches__batch_id__revert_post: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of a batch.
                 * @example 17
                 */
                batch_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing was queued: every model is as it was before, or it was a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevertBatchResponse"] | components["schemas"]["RevertBatchDryRunResponse"];
                };
            };
            /** @description Queued: the changes wait for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevertBatchResponse"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_audit_checkpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed note. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example log.example/registry
                     *     3112
                     *     HRhMVUG7VCQ+/xwWypHtt3l5sUPohoxCUE8tTkmwD2k=
                     *
                     *     — log.example/registry i3+Q/AvuCrw2iYk0hZ6m1bqTq0mC0n1VdLsyc0l9rG0wQz7m5nqfCkKJb2o8c0dB6VwHkXyZt3uJ4i5s6r7Q8pDxFgs=
                     */
                    "text/plain; charset=utf-8": string;
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_audit_checkpoint_key: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example log.example/registry+8b7fc90f+AcFYih7NXlcniVu7YVoODqh7+yFSJjm+oIVV7ztqF4XG */
                    "text/plain; charset=utf-8": string;
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_operations_status: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Health, replica lag, a few numbers. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationsStatus"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    list_instances: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those seen last come first. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstancesList"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    list_import_runs: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRunsList"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_operations_settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All settings, in order. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsList"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    list_webhook_deliveries: {
        parameters: {
            query?: {
                state?: "waiting" | "delivered" | "failed";
                /** @description Exactly. */
                target?: string;
                event_id?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest event first. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveries"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    replay_webhook_deliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplayRequest"];
            };
        };
        responses: {
            /** @description How many. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_bridge_status: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Each, as it was last found. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BridgeStatus"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    ask_for_bridge_sync: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BridgeSyncRequest"];
            };
        };
        responses: {
            /** @description Asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BridgeSyncAsked"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_last_updated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest change of any category. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LastUpdatedResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_all_v2_metadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Category → metadata. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["CategoryMetadata"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_category_metadata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryMetadata"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_category_last_updated: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest change of the category. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryLastUpdatedResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_legacy_last_updated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest change of any category. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LastUpdatedResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_all_legacy_metadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Category → metadata. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["CategoryMetadata"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_legacy_category_metadata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryMetadata"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_legacy_category_last_updated: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest change of the category. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryLastUpdatedResponse"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_v2_feed: {
        parameters: {
            query?: {
                /** @description Only what is behind this place: a cursor that the feed has given (`412-9f86d081884c7d65`), an event id alone (`412`), `0` for the beginning, or `head` for the newest event. */
                since?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next writes. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedPage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It existed, and is gone. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    stream_v2_feed: {
        parameters: {
            query?: {
                /** @description Where to begin, as in the feed; without it, and without `Last-Event-ID`, with what comes next. `Last-Event-ID` wins: browsers send it when they reconnect. */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id: 3112-06de52277874757c
                     *     event: model
                     *     data: {"event_id":3112,"cursor":"3112-06de52277874757c","timestamp":1767272400,"category":"image_generation","model_name":"stable_diffusion","operation":"update","v2":{"record_type":"image_generation","name":"stable_diffusion","description":"Stable Diffusion 1.5, in the packing of its new home.","version":"1.5","metadata":{"schema_version":"2.0.0","created_at":1735732800,"updated_at":1767268800,"created_by":"modelkeeper#48213","updated_by":"modelkeeper#48213"},"config":{"download":[{"file_name":"v1-5-pruned-emaonly.safetensors","file_url":"https://huggingface.co/stable-diffusion-v1-5/stable-diffusion-v1-5/resolve/main/v1-5-pruned-emaonly.safetensors","sha256sum":"6ce0161689b3853acaa03779ec93eafe75a02f4ced659bee03f50797806fa2fa","size_bytes":4265146304}]},"model_classification":{"domain":"image","purpose":"generation"},"size_on_disk_bytes":4265146304,"inpainting":false,"baseline":"stable_diffusion_1","tags":["base model"],"showcases":[],"trigger":[],"homepage":"https://huggingface.co/stable-diffusion-v1-5/stable-diffusion-v1-5","nsfw":false,"style":"generalist"},"legacy":{"name":"stable_diffusion","baseline":"stable diffusion 1","type":"ckpt","inpainting":false,"description":"Stable Diffusion 1.5, in the packing of its new home.","tags":["base model"],"showcases":[],"version":"1.5","style":"generalist","trigger":[],"homepage":"https://huggingface.co/stable-diffusion-v1-5/stable-diffusion-v1-5","nsfw":false,"config":{"files":[{"path":"v1-5-pruned-emaonly.safetensors","sha256sum":"6ce0161689b3853acaa03779ec93eafe75a02f4ced659bee03f50797806fa2fa"}],"download":[{"file_name":"v1-5-pruned-emaonly.safetensors","file_path":"","file_url":"https://huggingface.co/stable-diffusion-v1-5/stable-diffusion-v1-5/resolve/main/v1-5-pruned-emaonly.safetensors"}]},"size_on_disk_bytes":4265146304},"v2_hash":"1d184c5541bb54243eff1c16ca91edb77979b143e8688c42504f2d4e49b00f69","legacy_hash":"5f57f48cc79ac1262ed08feb40987ab6c4eaa4ae5407287888a788aad36a8f9e"}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description It existed, and is gone. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_legacy_reference_api_info: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A message. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContainsMessage"];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_legacy_references_names: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The names, always in the same order. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MODEL_REFERENCE_CATEGORY"][];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_legacy_text_generation_reference: {
        parameters: {
            query?: {
                /** @description Adds text_model_group and text_model_group_summary to each entry. */
                include_group?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Name → entry. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["LegacyTextGenerationEntry"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_legacy_text_generation_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyTextGenerationRecord"];
            };
        };
        responses: {
            /** @description Without the queue: replaced. A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyTextGenerationRecord"] | components["schemas"]["DryRunResponse"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_legacy_text_generation_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyTextGenerationRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Without the queue: created. */
            201: {
                headers: {
                    /** @description The path of the model, without the base path. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyTextGenerationRecord"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    read_legacy_reference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Name → record. */
            200: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["LegacyRecord"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    /** @description Hash of the content, per encoding. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_legacy_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyStableDiffusionRecord"];
            };
        };
        responses: {
            /** @description Without the queue: replaced. A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyStableDiffusionRecord"] | components["schemas"]["DryRunResponse"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_legacy_image_generation_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyStableDiffusionRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Without the queue: created. */
            201: {
                headers: {
                    /** @description The path of the model, without the base path. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyStableDiffusionRecord"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_legacy_clip_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyClipRecord"];
            };
        };
        responses: {
            /** @description Without the queue: replaced. A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyClipRecord"] | components["schemas"]["DryRunResponse"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_legacy_clip_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyClipRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Without the queue: created. */
            201: {
                headers: {
                    /** @description The path of the model, without the base path. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyClipRecord"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_legacy_controlnet_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyControlnetRecord"];
            };
        };
        responses: {
            /** @description Without the queue: replaced. A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyControlnetRecord"] | components["schemas"]["DryRunResponse"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_legacy_controlnet_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyControlnetRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Without the queue: created. */
            201: {
                headers: {
                    /** @description The path of the model, without the base path. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyControlnetRecord"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_legacy_blip_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyBlipRecord"];
            };
        };
        responses: {
            /** @description Without the queue: replaced. A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyBlipRecord"] | components["schemas"]["DryRunResponse"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_legacy_blip_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyBlipRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Without the queue: created. */
            201: {
                headers: {
                    /** @description The path of the model, without the base path. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyBlipRecord"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_legacy_esrgan_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyEsrganRecord"];
            };
        };
        responses: {
            /** @description Without the queue: replaced. A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyEsrganRecord"] | components["schemas"]["DryRunResponse"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_legacy_esrgan_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyEsrganRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Without the queue: created. */
            201: {
                headers: {
                    /** @description The path of the model, without the base path. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyEsrganRecord"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_legacy_gfpgan_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyGfpganRecord"];
            };
        };
        responses: {
            /** @description Without the queue: replaced. A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyGfpganRecord"] | components["schemas"]["DryRunResponse"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_legacy_gfpgan_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyGfpganRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Without the queue: created. */
            201: {
                headers: {
                    /** @description The path of the model, without the base path. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyGfpganRecord"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_legacy_codeformer_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyCodeformerRecord"];
            };
        };
        responses: {
            /** @description Without the queue: replaced. A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyCodeformerRecord"] | components["schemas"]["DryRunResponse"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_legacy_codeformer_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyCodeformerRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Without the queue: created. */
            201: {
                headers: {
                    /** @description The path of the model, without the base path. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyCodeformerRecord"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_legacy_safety_checker_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacySafetyCheckerRecord"];
            };
        };
        responses: {
            /** @description Without the queue: replaced. A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacySafetyCheckerRecord"] | components["schemas"]["DryRunResponse"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_legacy_safety_checker_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacySafetyCheckerRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Without the queue: created. */
            201: {
                headers: {
                    /** @description The path of the model, without the base path. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacySafetyCheckerRecord"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    update_legacy_miscellaneous_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyMiscellaneousRecord"];
            };
        };
        responses: {
            /** @description Without the queue: replaced. A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyMiscellaneousRecord"] | components["schemas"]["DryRunResponse"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    create_legacy_miscellaneous_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyMiscellaneousRecord"];
            };
        };
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description Without the queue: created. */
            201: {
                headers: {
                    /** @description The path of the model, without the base path. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyMiscellaneousRecord"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description It exists already, or belongs to another. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is larger than this deployment accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    delete_legacy_model: {
        parameters: {
            query?: {
                /** @description Answer 200 with what the write would change and what is worth a look in it, and queue nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A text of your own, new for each request. A retry with the same key within 24 hours gets the answer of the first time, and nothing is written twice. The same key with another request is a 422. A dry run does not look at it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description A category, e.g. `image_generation`.
                 * @example image_generation
                 */
                model_category_name: string;
                /**
                 * @description The name of a model. May contain slashes, raw or percent-encoded.
                 * @example stable_diffusion
                 */
                model_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A dry run: what the write would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunResponse"];
                };
            };
            /** @description With the review queue: the change waits for an approver. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChangeRecord"];
                };
            };
            /** @description Without the queue: deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A precondition does not hold; the detail says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The apikey is missing or invalid, or its user lacks the role. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no such thing here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"] | components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A defect of the service; it is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description This deployment does not do this: the detail names the setting, or the service that is down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
}
